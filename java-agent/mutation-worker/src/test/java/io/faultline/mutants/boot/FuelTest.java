package io.faultline.mutants.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FuelTest {
    @AfterEach
    void refill() {
        Fuel.refill();
    }

    @Test
    void asManyJumpsAsWereSetAreMadeAndEachLaterOneIsRefused() {
        Fuel.set(2);
        Fuel.burn();
        Fuel.burn();
        assertFalse(Fuel.spent());
        assertThrows(Fuel.Spent.class, Fuel::burn);
        assertTrue(Fuel.spent());
        assertThrows(Fuel.Spent.class, Fuel::burn);
    }

    @Test
    void whatARunCostsIsCounted() {
        Fuel.set(100);
        Fuel.burn();
        Fuel.burn();
        assertEquals(98, Fuel.left());
    }

    @Test
    void theErrorHasNoTrace() {
        Fuel.set(0);
        assertEquals(0, assertThrows(Fuel.Spent.class, Fuel::burn).getStackTrace().length);
    }
}
