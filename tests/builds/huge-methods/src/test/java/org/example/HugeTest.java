package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class HugeTest {
    @Test
    public void mixes() {
        assertEquals(0, Huge.mix(0, 0));
    }

    @Test
    public void refuses() {
        assertEquals(0, Huge.mix(0, -1));
    }

    @Test
    public void small() {
        assertEquals(1, Huge.small());
    }
}
