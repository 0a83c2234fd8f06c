package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;

import java.util.function.IntUnaryOperator;
import org.junit.Test;

public class HostTest {
    /** The same bytes in two loaders: one class, with the lines that either of them ran. */
    @Test
    public void firstTwice() throws Exception {
        IntUnaryOperator one = Host.load("first");
        IntUnaryOperator other = Host.load("first");
        assertNotSame(one.getClass(), other.getClass());
        assertEquals(4, one.applyAsInt(3));
        assertEquals(-1, other.applyAsInt(-3));
    }

    @Test
    public void second() throws Exception {
        assertEquals(3, Host.load("second").applyAsInt(2));
    }

    @Test
    public void both() throws Exception {
        assertEquals(2, Host.load("first").applyAsInt(1));
        assertEquals(2, Host.load("second").applyAsInt(1));
    }
}
