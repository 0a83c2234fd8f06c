package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ElmTest {
    ElmTest() throws Exception {
        Elsewhere.run(Forest::makeElm);
    }

    @BeforeAll
    static void plant() throws Exception {
        Elsewhere.run(Forest::plantElm);
    }

    @BeforeEach
    void begin() {
        Depth.begin();
    }

    @AfterEach
    void end() {
        Depth.end();
    }

    @Test
    void root() throws Exception {
        assertEquals(4, Elsewhere.run(Forest::rootOfElm));
    }

    @Test
    void stem() throws Exception {
        assertEquals(3, Elsewhere.run(Forest::stemOfElm));
    }

    @Test
    void leaf() throws Exception {
        assertEquals(3, Elsewhere.run(Forest::leafOfElm));
    }

    @Test
    void seed() throws Exception {
        assertEquals(4, Elsewhere.run(Forest::seedOfElm));
    }
}
