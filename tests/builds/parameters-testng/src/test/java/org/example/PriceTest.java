package org.example;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import org.testng.annotations.BeforeClass;
import org.testng.annotations.Parameters;
import org.testng.annotations.Test;

/** Its suite gives the parameters. */
public class PriceTest {
    private int base;

    @BeforeClass
    @Parameters("base")
    public void take(int base) {
        this.base = base;
    }

    @Test
    @Parameters("rate")
    public void addsTheRate(int rate) {
        assertEquals(Price.with(base, rate), 220);
    }

    @Test
    @Parameters("rate")
    public void isAboveNothing(int rate) {
        assertTrue(Price.with(base, rate) > 0);
    }
}
