package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WholeTest {
    @Test
    void oddNumbers() {
        assertEquals("odd", Numbers.kind(3));
    }
}
