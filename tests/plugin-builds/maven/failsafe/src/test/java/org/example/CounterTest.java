package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CounterTest {
    @Test
    public void counts() {
        assertEquals("the property of the command line", "given", System.getProperty("fixture.flag"));
        assertEquals(1, new Counter().next());
    }
}
