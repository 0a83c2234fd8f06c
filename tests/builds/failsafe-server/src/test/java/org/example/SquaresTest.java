package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class SquaresTest {
    @Test
    public void unit() {
        assertEquals(9, Squares.of(3));
    }
}
