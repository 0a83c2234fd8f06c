package org.example.shop;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class ShopTest {
    @Test
    public void sells() {
        assertEquals(new Shop().sell(7).cents(), 7);
    }
}
