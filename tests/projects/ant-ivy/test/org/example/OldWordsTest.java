package org.example;

import junit.framework.TestCase;

/** In the style of JUnit 3. */
public class OldWordsTest extends TestCase {
    public void testLongest() {
        assertEquals("three", new Words().longest("one", "three", "two"));
    }

    public void testNone() {
        assertEquals("", new Words().longest());
    }
}
