package io.faultline.mutants.driver;

import io.faultline.runner.JUnit3Suites;
import io.faultline.runner.JUnit4Driver;
import java.util.List;
import junit.framework.JUnit4TestAdapter;
import junit.framework.Test;
import org.junit.runner.Request;
import org.junit.runner.Runner;

/**
 * Reruns JUnit 4 tests in place if the runner is a {@code ParentRunner} (4.7 and later). Tests of other runners, and
 * tests that do not end as expected in place, get a new runner for each run, class fixtures included.
 */
public final class JUnit4InPlace implements InPlace {
    static final JUnit4Driver WHOLE = new JUnit4Driver();

    private final Suites suites;

    /** Takes classes whose {@code suite} methods may make tests of library classes. */
    public JUnit4InPlace(List<String> suites) {
        this.suites = new Suites(suites);
    }

    @Override
    public void run(Class<?> testClass, Tests tests) throws Exception {
        if (tests.areAlone()) {
            suites.each(testClass, tests, of -> InPlace.runWanted(WHOLE, of, tests));
            return;
        }
        suites.each(testClass, tests, of -> pass(Request.aClass(of).getRunner(), of, tests));
        InPlace.runLeft(WHOLE, testClass, tests);
    }

    /** Runs the wanted tests of a runner in place. */
    static void pass(Runner runner, Class<?> testClass, Tests tests) throws Exception {
        if (isJUnit3(runner)) {
            passOfJUnit3(testClass, tests);
        } else if (JUnit4Driver.HAS_SCHEDULERS) {
            InPlaceRunners.pass(runner, tests);
        }
    }

    private static void passOfJUnit3(Class<?> testClass, Tests tests) throws Exception {
        Test suite = JUnit3Suites.of(testClass);
        if (suite instanceof JUnit4TestAdapter) {
            // A JUnit 4 class that adapts itself to JUnit 3 runners.
            Class<?> adapted = ((JUnit4TestAdapter) suite).getTestClass();
            pass(Request.classWithoutSuiteMethod(adapted).getRunner(), adapted, tests);
        } else {
            JUnit3InPlace.run(testClass, suite, tests);
        }
    }

    /** Compares simple names, because package and name differ between versions. */
    private static boolean isJUnit3(Runner runner) {
        for (Class<?> type = runner.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getSimpleName().equals("JUnit38ClassRunner")
                    || type.getSimpleName().equals("OldTestClassRunner")) {
                return true;
            }
        }
        return false;
    }
}
