package org.example;

import junit.framework.TestCase;

/** JUnit 3 makes an instance for each test before it runs the first one. */
public class OldTest extends TestCase {
    private final int number = Made.ofField();

    public OldTest(String name) {
        super(name);
        Made.ofOneTest(name);
    }

    public void testFirst() {
        assertEquals(number + 1, Made.used(number));
    }

    public void testSecond() {
        assertEquals(number + 1, Made.used(number));
    }
}
