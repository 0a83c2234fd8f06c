package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class WorksTest {
    @Test
    public void works() {
        assertEquals(4, Old.number());
    }
}
