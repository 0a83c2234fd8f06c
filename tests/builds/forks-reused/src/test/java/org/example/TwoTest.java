package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TwoTest {
    @Test
    public void two() {
        assertEquals("hello2", Shared.two());
    }

    @Test
    public void twoAgain() {
        assertEquals("hello2!", Shared.loud(Shared.two()));
    }
}
