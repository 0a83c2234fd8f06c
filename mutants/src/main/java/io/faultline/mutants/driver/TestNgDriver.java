package io.faultline.mutants.driver;

import org.testng.ITestNGListener;
import org.testng.TestNG;
import org.testng.xml.XmlSuite;

/** TestNG, through the invoker that makes one invocation of a test. */
public final class TestNgDriver implements Driver {
    @Override
    public void run(Class<?> testClass, Tests tests) {
        TestNG testng = new TestNG(false);
        testng.setVerbose(0);
        testng.setTestClasses(new Class<?>[] {testClass});
        testng.setConfigFailurePolicy(XmlSuite.FailurePolicy.CONTINUE);
        testng.addListener((ITestNGListener) new TestNgSettings());
        TestNgHook.lead(new TestNgRuns(tests));
        try {
            testng.run();
        } finally {
            TestNgHook.lead(null);
        }
    }
}
