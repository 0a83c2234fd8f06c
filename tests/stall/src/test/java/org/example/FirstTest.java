package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Runs by itself, before the others or after them. */
class FirstTest {
    @Test
    void first() {
        assertEquals(1, Meeting.one());
    }
}
