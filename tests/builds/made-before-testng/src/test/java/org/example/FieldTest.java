package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

/** TestNG makes one instance for all tests of a class, before it runs any test. */
public class FieldTest {
    private final int number = Made.ofField();

    @Test
    public void first() {
        assertEquals(Made.used(number), 5);
    }

    @Test
    public void second() {
        assertEquals(Made.used(number), 5);
    }
}
