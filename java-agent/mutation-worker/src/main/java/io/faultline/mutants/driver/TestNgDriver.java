package io.faultline.mutants.driver;

import io.faultline.runner.TestNgPass;
import org.testng.TestNG;

/** TestNG, through the invoker that makes one invocation of a test. */
public final class TestNgDriver implements Driver {
    @Override
    public void run(Class<?> testClass, Tests tests) throws ReflectiveOperationException {
        TestNG testng = TestNgPass.over(testClass, test -> {});
        TestNgHook.lead(new TestNgRuns(tests));
        try {
            testng.run();
        } finally {
            TestNgHook.lead(null);
        }
    }
}
