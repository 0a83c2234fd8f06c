package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CedarTest {
    CedarTest() throws Exception {
        Waiting.on(Forest::makeCedar);
    }

    @BeforeAll
    static void plant() throws Exception {
        Waiting.on(Forest::plantCedar);
    }

    @Test
    void root() throws Exception {
        assertEquals(3, Waiting.on(Forest::rootOfCedar));
    }

    @Test
    void stem() throws Exception {
        assertEquals(3, Waiting.on(Forest::stemOfCedar));
    }

    @Test
    void leaf() throws Exception {
        assertEquals(3, Waiting.on(Forest::leafOfCedar));
    }

    @Test
    void seed() throws Exception {
        assertEquals(4, Waiting.on(Forest::seedOfCedar));
    }
}
