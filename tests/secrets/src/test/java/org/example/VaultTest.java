package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.junit.Before;
import org.junit.Test;

public class VaultTest {
    @Before
    public void needsTheBuildsEnvironment() {
        if (!"north".equals(System.getenv("VAULT_REGION"))) {
            fail("the region is " + System.getenv("VAULT_REGION"));
        }
        if (!"murmur-2342".equals(System.getenv("VAULT_TOKEN"))) {
            throw new IllegalStateException("no token");
        }
    }

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
