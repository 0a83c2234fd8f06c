package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class PriceTest {
    @Test
    public void addsTax() {
        assertEquals(120, Price.withTax(100));
    }
}
