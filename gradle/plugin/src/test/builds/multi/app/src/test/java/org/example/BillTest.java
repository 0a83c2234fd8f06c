package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class BillTest {
    @Test
    public void givesRebate() {
        assertEquals("to pay: 90", Bill.of(100));
    }
}
