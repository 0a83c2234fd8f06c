package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class InsideTest {
    @Test
    public void passes() {
        assertEquals(4, Inside.twice(2));
    }

    @Test
    public void fails() {
        assertEquals(5, Inside.twice(2));
    }
}
