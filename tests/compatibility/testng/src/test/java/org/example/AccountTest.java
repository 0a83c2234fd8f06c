package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class AccountTest {
    private Account account;

    @BeforeMethod
    public void open() {
        account = Account.open();
    }

    @Test
    public void deposits() {
        account.deposit(5);
        assertEquals(account.balance(), 5);
    }

    @Test(expectedExceptions = IllegalArgumentException.class)
    public void refuses() {
        account.deposit(-1);
    }

    @Test
    public void overdraws() {
        account.withdraw(1);
    }

    @Test
    public void wrong() {
        assertEquals(account.balance(), 1);
    }
}
