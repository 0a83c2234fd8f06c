package org.example;

import junit.framework.TestCase;

/** JUnit 3: found by its names. */
public class OldStyleTest extends TestCase {
    private Calculator calculator;

    @Override
    protected void setUp() {
        calculator = new Calculator();
    }

    public void testSum() {
        assertEquals(3, calculator.add(1, 2));
    }

    public void testThrows() {
        calculator.divide(1, 0);
    }
}
