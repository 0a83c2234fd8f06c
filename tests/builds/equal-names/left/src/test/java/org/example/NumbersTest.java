package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class NumbersTest {
    @Test
    public void halves() {
        assertEquals(4, Left.half(8));
    }

    @Test
    public void doubles() {
        assertEquals(6, Left.twice(3));
    }
}
