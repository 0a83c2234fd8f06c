package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.runner.Description;

class OnlyTest {
    private static Description holding(Description... children) {
        Description suite = Description.createSuiteDescription("suite");
        for (Description child : children) {
            suite.addChild(child);
        }
        return suite;
    }

    @Test
    void whatHoldsAWantedTestIsWanted() {
        Only only = new Only(test -> test.getMethodName().equals("b"));
        Description a = Description.createTestDescription(OnlyTest.class, "a");
        Description b = Description.createTestDescription(OnlyTest.class, "b");
        assertTrue(only.shouldRun(b));
        assertFalse(only.shouldRun(a));
        assertTrue(only.shouldRun(holding(a, holding(b))));
        assertFalse(only.shouldRun(holding(a, holding(a))));
    }
}
