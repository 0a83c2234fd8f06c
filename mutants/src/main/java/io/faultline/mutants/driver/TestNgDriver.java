package io.faultline.mutants.driver;

import java.util.ArrayList;
import java.util.Collection;
import org.testng.ITestNGListener;
import org.testng.TestNG;
import org.testng.xml.XmlSuite;

/**
 * TestNG. An invocation that is to be run again is reported to TestNG as a failure that its retry analyser wants to see again:
 * then TestNG runs it again, with its data and its {@code @BeforeMethod}s, and goes on as if nothing had happened before.
 */
public final class TestNgDriver implements Driver {
    @Override
    public void run(Class<?> testClass, Tests tests) {
        Collection<String> before;
        boolean brokenOff;
        do {
            before = new ArrayList<>(tests.left());
            brokenOff = pass(testClass, tests);
            // A @BeforeMethod that fails ends the invocation's retries: what is left of its runs comes in another pass.
        } while (brokenOff && !tests.left().isEmpty());
    }

    /** Whether the runs of a test were broken off. */
    private static boolean pass(Class<?> testClass, Tests tests) {
        TestNG testng = new TestNG(false);
        testng.setVerbose(0);
        testng.setTestClasses(new Class<?>[] {testClass});
        testng.setConfigFailurePolicy(XmlSuite.FailurePolicy.CONTINUE);
        TestNgRuns runs = new TestNgRuns(tests);
        testng.addListener((ITestNGListener) runs);
        testng.addListener((ITestNGListener) new TestNgRepeats());
        TestNgRepeats.lead(runs);
        try {
            testng.run();
        } finally {
            TestNgRepeats.lead(null);
        }
        return runs.brokenOff();
    }
}
