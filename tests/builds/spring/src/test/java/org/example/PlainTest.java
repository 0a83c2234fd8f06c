package org.example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Needs no context. */
class PlainTest {
    @Test
    void plain() {
        assertTrue(true);
    }
}
