package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class OneTest {
    @Test
    public void one() {
        assertEquals("hello1", Shared.one());
    }
}
