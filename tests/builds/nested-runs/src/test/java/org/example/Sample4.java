package org.example;

import org.junit.Assert;
import org.junit.Test;

/** Fails, for the tests that run it. */
public class Sample4 {
    @Test
    public void bad() {
        Assert.assertEquals(3, Calc.subtract(1, 2));
    }
}
