package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

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
