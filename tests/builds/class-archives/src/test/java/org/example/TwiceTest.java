package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TwiceTest {
    @Test
    public void doubles() {
        assertEquals(4, Twice.of(2));
    }
}
