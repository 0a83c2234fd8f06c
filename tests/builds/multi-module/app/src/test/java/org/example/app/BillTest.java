package org.example.app;

import static org.junit.Assert.assertEquals;

import org.example.lib.Money;
import org.junit.Test;

public class BillTest {
    private final Bill bill = new Bill();

    @Test
    public void sums() {
        bill.add(1, new Money(5));
        assertEquals(5, bill.total().cents());
    }

    @Test
    public void fails() {
        bill.add(2, new Money(5));
        assertEquals(10, bill.total().cents());
    }
}
