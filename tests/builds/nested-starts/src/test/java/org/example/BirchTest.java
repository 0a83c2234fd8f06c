package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BirchTest {
    BirchTest() throws Exception {
        Waiting.on(Forest::makeBirch);
    }

    @BeforeAll
    static void plant() throws Exception {
        Waiting.on(Forest::plantBirch);
    }

    @Test
    void root() throws Exception {
        assertEquals(4, Waiting.on(Forest::rootOfBirch));
    }

    @Test
    void stem() throws Exception {
        assertEquals(3, Waiting.on(Forest::stemOfBirch));
    }

    @Test
    void leaf() throws Exception {
        assertEquals(3, Waiting.on(Forest::leafOfBirch));
    }

    @Test
    void seed() throws Exception {
        assertEquals(3, Waiting.on(Forest::seedOfBirch));
    }
}
