package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CalcTest {
    @Test
    public void divides() {
        assertEquals(2, Calc.div(4, 2));
    }

    @Test
    public void dividesByZero() {
        assertEquals(0, Calc.div(4, 0));
    }
}
