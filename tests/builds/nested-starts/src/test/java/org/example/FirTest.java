package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FirTest {
    FirTest() throws Exception {
        Elsewhere.run(Forest::makeFir);
    }

    @BeforeAll
    static void plant() throws Exception {
        Elsewhere.run(Forest::plantFir);
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
        assertEquals(3, Elsewhere.run(Forest::rootOfFir));
    }

    @Test
    void stem() throws Exception {
        assertEquals(4, Elsewhere.run(Forest::stemOfFir));
    }

    @Test
    void leaf() throws Exception {
        assertEquals(3, Elsewhere.run(Forest::leafOfFir));
    }

    @Test
    void seed() throws Exception {
        assertEquals(3, Elsewhere.run(Forest::seedOfFir));
    }
}
