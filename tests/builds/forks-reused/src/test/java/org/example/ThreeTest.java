package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class ThreeTest {
    @Test
    public void three() {
        assertEquals("hello3", Shared.three());
    }

    @Test
    public void threeAgain() {
        assertEquals("hello3!", Shared.loud(Shared.three()));
    }
}
