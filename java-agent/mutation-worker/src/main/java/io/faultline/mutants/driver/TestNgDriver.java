package io.faultline.mutants.driver;

import org.testng.TestNG;

/** TestNG, through the invoker that makes one invocation of a test. */
public final class TestNgDriver implements Driver {
    @Override
    public void run(Class<?> testClass, Tests tests) throws ReflectiveOperationException {
        TestNG testng = new TestNG(false);
        testng.setVerbose(0);
        testng.setTestClasses(new Class<?>[] {testClass});
        TestNgVersions.continueAfterFailedFixtures(testng);
        TestNgVersions.addListener(testng, new TestNgSettings());
        TestNgHook.lead(new TestNgRuns(tests));
        try {
            testng.run();
        } finally {
            TestNgHook.lead(null);
        }
    }
}
