package org.example;

import junit.framework.TestCase;

public class JUnit3Test extends TestCase {
    public void testNothingJoins() {
        assertEquals("", Words.join());
    }
}
