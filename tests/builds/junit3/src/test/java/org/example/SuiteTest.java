package org.example;

import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

/** A suite made by hand: the same test case twice, under names of its own. */
public class SuiteTest {
    public static Test suite() {
        TestSuite suite = new TestSuite("by hand");
        for (final String name : new String[] {"one", "two"}) {
            suite.addTest(new TestCase(name) {
                @Override
                protected void runTest() {
                    Account account = new Account();
                    account.deposit(name.length());
                    assertEquals(3, account.balance());
                }
            });
        }
        return suite;
    }
}
