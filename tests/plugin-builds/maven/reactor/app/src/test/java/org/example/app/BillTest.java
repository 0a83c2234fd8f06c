package org.example.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.example.lib.Money;
import org.junit.jupiter.api.Test;

class BillTest {
    @Test
    void sums() {
        Bill bill = new Bill();
        bill.add(1, new Money(5));
        assertEquals(5, bill.total().cents());
    }

    @Test
    void fails() {
        Bill bill = new Bill();
        bill.add(2, new Money(5));
        assertEquals(10, bill.total().cents());
    }
}
