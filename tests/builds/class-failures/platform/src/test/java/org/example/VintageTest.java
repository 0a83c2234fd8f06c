package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class VintageTest {
    @Test
    public void works() {
        assertEquals(5, New.number());
    }
}
