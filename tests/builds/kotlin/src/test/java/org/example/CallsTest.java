package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CallsTest {
    @Test
    void inlined() {
        assertEquals(8, new Calls().quadruple(2));
    }

    @Test
    void inlinedAgain() {
        assertEquals(12, new Calls().quadruple(3));
    }

    @Test
    void refuses() {
        new Calls().half(0);
    }

    @Test
    void registry() {
        assertEquals(2, Registry.INSTANCE.size());
    }

    @Test
    void registryAgain() {
        assertEquals(2, Registry.INSTANCE.size());
    }
}
