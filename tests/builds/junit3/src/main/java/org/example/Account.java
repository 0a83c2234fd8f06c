package org.example;

/** Tested by JUnit 3.8, without any JUnit 4 on the class path. */
public class Account { // covered by: deposits, withdraws, overdraws, suite*
    private int balance; // no code: nothing is assigned

    public void deposit(int amount) {
        balance += amount; // covered by: deposits, withdraws, suite*
    } // covered by: deposits, withdraws, suite*

    public void withdraw(int amount) {
        if (amount > balance) { // covered by: withdraws, overdraws
            throw new Overdrawn(this); // covered by: overdraws
        }
        balance -= amount; // covered by: withdraws
    } // covered by: withdraws

    public int balance() {
        return balance; // covered by: deposits, withdraws, suite*
    }

    public String describe() {
        return "balance " + balance;
    }

    public void close() {
        balance = 0; // covered by: deposits, withdraws, overdraws
    } // covered by: deposits, withdraws, overdraws
}
