package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

@RunWith(Parameterized.class)
public class SquaresTest {
    private final int n;

    public SquaresTest(int n) {
        this.n = n;
    }

    @Parameters
    public static Object[] numbers() {
        return new Object[] {0, 3, 12};
    }

    @Test
    public void squares() {
        assertEquals(n * n, Squares.square(n));
    }
}
