package org.example;

public class Account {
    private int balance;

    public void deposit(int amount) {
        balance += amount;
    }

    public boolean withdraw(int amount) {
        if (amount > balance) {
            return false;
        }
        balance -= amount;
        return true;
    }

    public int balance() {
        return balance;
    }
}
