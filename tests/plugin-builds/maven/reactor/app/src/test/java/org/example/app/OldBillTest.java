package org.example.app;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class OldBillTest {
    @Test
    public void startsAtNothing() {
        assertEquals(0, new Bill().total().cents());
    }
}
