package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TwoTest {
    @Test
    public void holds() {
        assertEquals(2, Words.count("a b"));
    }
}
