package org.example;

import junit.framework.TestCase;

public class AccountTest extends TestCase {
    private Account account;

    @Override
    protected void setUp() {
        account = Account.open();
    }

    public void testDeposits() {
        account.deposit(5);
        assertEquals(5, account.balance());
    }

    public void testRefuses() {
        try {
            account.deposit(-1);
        } catch (IllegalArgumentException expected) {
            return;
        }
        fail();
    }

    public void testOverdraws() {
        account.withdraw(1);
    }

    public void testWrong() {
        assertEquals(1, account.balance());
    }
}
