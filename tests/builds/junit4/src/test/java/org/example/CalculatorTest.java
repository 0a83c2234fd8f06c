package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import org.junit.Ignore;
import org.junit.Test;

public class CalculatorTest {
    @Test
    public void adds() {
        Calculator calculator = new Calculator();
        assertEquals(3, calculator.add(1, 2));
        assertEquals(1, calculator.operations());
    }

    @Test
    public void dividesExactly() {
        assertEquals(3, new Calculator().divide(6, 2));
    }

    @Test
    public void dividesByZero() {
        new Calculator().divide(1, 0);
    }

    @Test
    public void dividesWithRemainder() {
        new Calculator().root(2);
    }

    @Test(expected = ArithmeticException.class)
    public void expects() {
        new Calculator().divide(1, 0);
    }

    @Test(timeout = 60_000)
    public void timesOut() {
        assertEquals(3, new Calculator().add(1, 2));
    }

    @Test
    public void assumes() {
        assumeTrue(new Calculator().operations() > 0);
    }

    @Test
    @Ignore("to be a row without lines")
    public void ignored() {
        new Calculator().add(1, 2);
    }

    @Test
    public void touchesNothing() {
        assertEquals(4, 2 + 2);
    }
}
