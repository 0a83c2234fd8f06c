package org.example;

import junit.framework.Test;
import junit.framework.TestSuite;

/** For the plain runner, which takes one class. */
public class Everything {
    public static Test suite() {
        TestSuite suite = new TestSuite();
        suite.addTestSuite(AccountTest.class);
        suite.addTestSuite(TwiceTest.class);
        return suite;
    }
}
