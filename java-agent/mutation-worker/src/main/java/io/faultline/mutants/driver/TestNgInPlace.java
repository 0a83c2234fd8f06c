package io.faultline.mutants.driver;

import io.faultline.runner.TestNgPass;
import org.testng.TestNG;

/** Reruns TestNG tests through the invoker that makes one invocation of a test. */
public final class TestNgInPlace implements InPlace {
    @Override
    public void run(Class<?> testClass, Tests tests) throws Exception {
        TestNG testng = TestNgPass.over(testClass, test -> {});
        Hook.lead(new TestNgRuns(tests), testng::run);
    }
}
