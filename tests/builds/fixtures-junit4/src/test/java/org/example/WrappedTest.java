package org.example;

import junit.extensions.TestSetup;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

/** JUnit 3's way of a fixture for a class. */
public class WrappedTest extends TestCase {
    public static Test suite() {
        return new TestSetup(new TestSuite(WrappedTest.class)) {
            @Override
            protected void setUp() {
                Steps.setUpAll();
            }

            @Override
            protected void tearDown() {
                Steps.tearDownAll();
            }
        };
    }

    public void testFirst() {
        Steps.other();
    }

    public void testSecond() {
        Steps.other();
    }
}
