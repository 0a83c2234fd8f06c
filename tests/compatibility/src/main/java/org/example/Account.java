package org.example;

/** What the tests of every framework test alike. */
public class Account { // covered by: deposits, refuses, overdraws, wrong
    private int balance;

    /** Called by what runs before each test of AccountTest. */
    public static Account open() {
        return new Account(); // covered by: deposits, refuses, overdraws, wrong
    }

    public void deposit(int amount) {
        if (amount < 0) { // covered by: deposits, refuses
            throw new IllegalArgumentException("negative"); // covered by: refuses
        }
        balance += amount; // covered by: deposits
    } // covered by: deposits

    public void withdraw(int amount) {
        int rest = balance - amount; // covered by: overdraws
        if (rest < 0) { // covered by: overdraws
            throw new IllegalStateException("overdrawn"); // covered by: overdraws
        }
        balance = rest;
    }

    public int balance() {
        return balance; // covered by: deposits, wrong
    }

    public static int twice(int amount) {
        if (amount == 0) { // covered by: twice*
            return 0; // covered by: twice1
        }
        return 2 * amount; // covered by: twice2
    }
}
