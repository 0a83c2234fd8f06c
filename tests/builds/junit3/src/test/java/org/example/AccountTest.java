package org.example;

import junit.framework.TestCase;

public class AccountTest extends TestCase {
    private Account account;

    @Override
    protected void setUp() {
        account = new Account();
    }

    @Override
    protected void tearDown() {
        account.close();
    }

    public void testDeposits() {
        account.deposit(2);
        assertEquals(2, account.balance());
    }

    public void testWithdraws() {
        account.deposit(2);
        account.withdraw(1);
        assertEquals(2, account.balance());
    }

    public void testOverdraws() {
        account.withdraw(1);
    }
}
