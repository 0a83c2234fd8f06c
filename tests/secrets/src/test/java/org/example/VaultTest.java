package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class VaultTest {
    @Test
    public void feesAreHalfLessOne() {
        assertEquals(49, Vault.open().fee(100));
    }

    @Test
    public void amongNobodyThereIsNoShare() {
        assertEquals(0, Vault.open().share(100, 0));
    }

    @Test
    public void smallAmountsAreFree() {
        assertTrue(Vault.open().isFree(9));
    }
}
