package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Without a running application. */
class PricesTest {
    @Test
    void lettersCost() {
        assertEquals(30, new Prices().of("tea"));
    }
}
