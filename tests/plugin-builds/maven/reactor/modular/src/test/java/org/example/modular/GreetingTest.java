package org.example.modular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GreetingTest {
    @Test
    void greets() {
        assertEquals("Hello, you", Greeting.to("you"));
        assertTrue(Greeting.inModule());
    }
}
