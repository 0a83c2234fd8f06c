package org.example

import static org.junit.jupiter.api.Assertions.assertEquals
import static org.junit.jupiter.api.Assertions.assertThrows

import org.junit.jupiter.api.Test

class BasketTest {
    private final Basket basket = new Basket()

    @Test
    void adds() {
        basket.add(5)
        basket.add(3, 2)
        assertEquals(11, basket.total())
    }

    @Test
    void refuses() {
        basket.add(-1)
    }

    @Test
    void labels() {
        assertEquals('pay 0', basket.label(false))
    }

    /** Its message has the basket's text, for which nobody asked. */
    @Test
    void asserted() {
        assertThrows(AssertionError) { assert basket.total() == 5 }
    }

    @Test
    void halves() {
        assertEquals(7, Basket.half(28))
    }
}
