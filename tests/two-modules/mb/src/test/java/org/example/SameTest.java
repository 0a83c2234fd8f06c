package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class SameTest {
    @Test
    public void counts() {
        assertEquals(6, Same.next(3));
    }

    @Test
    public void below() {
        assertEquals(-6, Same.next(-3));
    }
}
