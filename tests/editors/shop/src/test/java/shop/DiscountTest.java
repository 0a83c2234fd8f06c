package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class DiscountTest {
    @Test
    public void aHundredIsEnough() {
        assertEquals(9_000, Discount.price(1_000, 10));
    }

    @Test
    public void muchIsCheaper() {
        assertEquals(9_900, Discount.price(1_000, 11));
    }

    @Test
    public void littleIsNot() {
        assertEquals(300, Discount.price(100, 3));
    }

    @Test
    public void centsFollowADot() {
        assertEquals("12.34", Discount.text(1_234));
    }
}
