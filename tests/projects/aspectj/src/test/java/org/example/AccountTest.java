package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class AccountTest {
    private final Account account = new Account();

    @Test
    public void depositsAdd() {
        account.deposit(3);
        assertEquals(3, account.balance());
    }

    @Test
    public void smallWithdrawalsAreFree() {
        account.deposit(100);
        assertTrue(account.withdraw(60));
        assertEquals(40, account.balance());
    }

    /** Fails: the fee is charged. */
    @Test
    public void largeWithdrawalsAreFree() {
        account.deposit(500);
        assertTrue(account.withdraw(200));
        assertEquals(300, account.balance());
    }

    @Test
    public void nothingIsWithdrawnWithoutMoney() {
        assertFalse(account.withdraw(1));
    }

    @Test(expected = IllegalArgumentException.class)
    public void amountsAreNotNegative() {
        account.deposit(-1);
    }

    /** Fails: the aspect gave it another name. */
    @Test
    public void accountsHaveNoName() {
        assertEquals("", account.name());
    }
}
