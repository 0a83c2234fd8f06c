package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class EmptyTest {
    @Test
    public void holds() {
        assertEquals(0, Words.count(" "));
    }
}
