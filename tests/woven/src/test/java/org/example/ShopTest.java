package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class ShopTest {
    @Test
    public void aFeeIsAdded() {
        assertEquals(11, new Shop().price(2));
    }

    @Test
    public void manyAreCheaper() {
        assertEquals(49, new Shop().price(12));
    }

    @Test
    public void aSmallGiftHasNoDiscount() {
        assertEquals(7, new Shop().gift(1));
    }

    @Test
    public void aLargeGiftIsCheaper() {
        assertEquals(20, new Shop().gift(4));
    }

    @Test
    public void theTillIsEnteredAndLeft() {
        Till till = new Till();
        till.take(5);
        assertTrue(Fee.entered > 0 && Fee.entered == Fee.left);
    }

    @Test
    public void theTillGivesTheRest() {
        Till till = new Till();
        till.take(5);
        assertEquals(3, till.give(8));
    }
}
