package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class AccountTest {
    private Account account;

    @BeforeEach
    void open() {
        account = Account.open();
    }

    @Test
    void deposits() {
        account.deposit(5);
        assertEquals(5, account.balance());
    }

    @Test
    void refuses() {
        assertThrows(IllegalArgumentException.class, () -> account.deposit(-1));
    }

    @Test
    void overdraws() {
        account.withdraw(1);
    }

    @Test
    void wrong() {
        assertEquals(1, account.balance());
    }

    @Disabled
    @Test
    void ignored() {
        account.deposit(1);
    }
}
