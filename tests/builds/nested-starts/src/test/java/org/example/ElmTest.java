package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ElmTest {
    ElmTest() throws Exception {
        Waiting.on(Forest::makeElm);
    }

    @BeforeAll
    static void plant() throws Exception {
        Waiting.on(Forest::plantElm);
    }

    @Test
    void root() throws Exception {
        assertEquals(4, Waiting.on(Forest::rootOfElm));
    }

    @Test
    void stem() throws Exception {
        assertEquals(3, Waiting.on(Forest::stemOfElm));
    }

    @Test
    void leaf() throws Exception {
        assertEquals(3, Waiting.on(Forest::leafOfElm));
    }

    @Test
    void seed() throws Exception {
        assertEquals(4, Waiting.on(Forest::seedOfElm));
    }
}
