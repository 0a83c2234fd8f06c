package org.example;

import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

/** JUnit asks for the suite before it runs anything. */
public class SuiteTest {
    public static Test suite() {
        TestSuite suite = new TestSuite();
        for (int number = 1; number <= 2; number++) {
            suite.addTest(new Used("number " + number, number + Made.ofSuite()));
        }
        return suite;
    }

    static final class Used extends TestCase {
        private final int number;

        Used(String name, int number) {
            super(name);
            this.number = number;
        }

        @Override
        protected void runTest() {
            assertEquals(number + 1, Made.used(number));
        }
    }
}
