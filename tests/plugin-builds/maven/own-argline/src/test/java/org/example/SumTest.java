package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class SumTest {
    @Test
    public void adds() {
        assertEquals(3, Sum.add(1, 2));
        assertEquals("the build's own argLine", "two & two", System.getProperty("fixture.flag"));
    }

    @Test
    public void doubles() {
        assertEquals(6, Sum.twice(3));
    }
}
