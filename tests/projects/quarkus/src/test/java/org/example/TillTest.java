package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class TillTest {
    @Inject
    Till till;

    @Test
    void nothingCostsNothing() {
        assertEquals(0, till.total());
    }

    @Test
    void itemsAddUp() {
        assertEquals(60, till.total("tea", "nut"));
    }

    /** Fails: three items are cheaper. */
    @Test
    void threeItemsAddUp() {
        assertEquals(90, till.total("tea", "nut", "fig"));
    }

    @Test
    void anItemHasAName() {
        assertThrows(IllegalArgumentException.class, () -> till.total(""));
    }
}
