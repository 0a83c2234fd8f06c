package shop;

import static org.junit.Assert.*;

import org.junit.Test;

public class OrderTest {
    @Test
    public void few() {
        assertEquals(20, Order.builder().count(2).build().total());
    }

    @Test
    public void many() {
        assertEquals(90, Order.builder().count(10).build().total());
    }
}
