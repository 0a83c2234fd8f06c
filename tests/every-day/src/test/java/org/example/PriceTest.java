package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class PriceTest {
    @Test
    public void addsTax() {
        assertEquals(119, Price.withTax(100));
    }

    @Test
    public void givesRebate() {
        assertEquals(180, Price.rebate(200));
    }
}
