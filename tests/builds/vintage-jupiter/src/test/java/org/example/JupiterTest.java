package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class JupiterTest {
    @Test
    void joins() {
        assertEquals("c d", Words.join("c", "d"));
    }
}
