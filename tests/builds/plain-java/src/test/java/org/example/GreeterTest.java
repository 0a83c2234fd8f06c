package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class GreeterTest {
    @Test
    public void greets() {
        assertEquals("hello you", new Greeter().greet("you"));
    }

    @Test
    public void refuses() {
        assertEquals("hello", new Greeter().greet(""));
    }
}
