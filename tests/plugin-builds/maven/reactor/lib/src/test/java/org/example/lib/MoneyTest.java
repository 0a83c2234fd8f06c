package org.example.lib;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class MoneyTest {
    @Test
    public void adds() {
        assertEquals(3, new Money(1).plus(new Money(2)).cents());
    }

    @Test
    public void keepsItsCents() {
        assertEquals(7, new Money(7).cents());
    }
}
