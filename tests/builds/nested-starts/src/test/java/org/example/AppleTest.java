package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AppleTest {
    AppleTest() throws Exception {
        Waiting.on(Forest::makeApple);
    }

    @BeforeAll
    static void plant() throws Exception {
        Waiting.on(Forest::plantApple);
    }

    @Test
    void root() throws Exception {
        assertEquals(3, Waiting.on(Forest::rootOfApple));
    }

    @Test
    void stem() throws Exception {
        assertEquals(4, Waiting.on(Forest::stemOfApple));
    }

    @Test
    void leaf() throws Exception {
        assertEquals(3, Waiting.on(Forest::leafOfApple));
    }

    @Test
    void seed() throws Exception {
        assertEquals(3, Waiting.on(Forest::seedOfApple));
    }
}
