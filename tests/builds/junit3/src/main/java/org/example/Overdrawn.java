package org.example;

/** An exception whose formatting runs library code, which belongs to no test. */
public class Overdrawn extends RuntimeException {
    private final transient Account account;

    public Overdrawn(Account account) { // covered by: overdraws
        this.account = account; // covered by: overdraws
    } // covered by: overdraws

    @Override
    public String getMessage() {
        return account.describe();
    }
}
