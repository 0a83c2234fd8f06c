package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class JupiterTest {
    @Test
    void works() {
        assertEquals(5, New.number());
    }
}
