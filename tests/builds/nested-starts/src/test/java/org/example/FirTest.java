package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FirTest {
    FirTest() throws Exception {
        Waiting.on(Forest::makeFir);
    }

    @BeforeAll
    static void plant() throws Exception {
        Waiting.on(Forest::plantFir);
    }

    @Test
    void root() throws Exception {
        assertEquals(3, Waiting.on(Forest::rootOfFir));
    }

    @Test
    void stem() throws Exception {
        assertEquals(4, Waiting.on(Forest::stemOfFir));
    }

    @Test
    void leaf() throws Exception {
        assertEquals(3, Waiting.on(Forest::leafOfFir));
    }

    @Test
    void seed() throws Exception {
        assertEquals(3, Waiting.on(Forest::seedOfFir));
    }
}
