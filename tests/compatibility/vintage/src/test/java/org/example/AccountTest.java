package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Before;
import org.junit.Ignore;
import org.junit.Test;

public class AccountTest {
    private Account account;

    @Before
    public void open() {
        account = Account.open();
    }

    @Test
    public void deposits() {
        account.deposit(5);
        assertEquals(5, account.balance());
    }

    @Test(expected = IllegalArgumentException.class)
    public void refuses() {
        account.deposit(-1);
    }

    @Test
    public void overdraws() {
        account.withdraw(1);
    }

    @Test
    public void wrong() {
        assertEquals(1, account.balance());
    }

    @Ignore
    @Test
    public void ignored() {
        account.deposit(1);
    }
}
