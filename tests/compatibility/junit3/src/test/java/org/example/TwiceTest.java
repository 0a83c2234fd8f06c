package org.example;

import junit.framework.TestCase;

public class TwiceTest extends TestCase {
    public void testNothing() {
        assertEquals(0, Account.twice(0));
    }

    public void testSomething() {
        assertEquals(4, Account.twice(2));
    }
}
