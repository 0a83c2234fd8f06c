package io.faultline.mutants.driver;

import io.faultline.names.TestNgIds;
import io.faultline.runner.TestNgPass;
import org.testng.TestNG;

/**
 * Reruns TestNG tests through the invoker that makes one invocation of a test. A build may run a class several times, in
 * several tests of its suite: then later passes over the class make the later rows.
 */
public final class TestNgInPlace implements InPlace {
    /** More passes would take long, for tests that are perhaps no longer there. */
    private static final int MOST_PASSES = 5;

    @Override
    public void run(Class<?> testClass, Tests tests) throws Exception {
        TestNgRuns runs = new TestNgRuns(tests);
        for (int pass = 1; pass <= MOST_PASSES && isMissing(tests, runs, pass); pass++) {
            TestNG testng = TestNgPass.over(testClass, test -> {});
            Hook.lead(runs, testng::run);
        }
    }

    /** Whether this pass may run a test that is not complete. */
    private static boolean isMissing(Tests tests, TestNgRuns runs, int pass) {
        return pass == 1 || tests.left().stream().anyMatch(id -> TestNgIds.mostRuns(id) >= pass && runs.mayCome(id));
    }
}
