package io.faultline.mutants.driver;

import io.faultline.runner.JUnit3Suites;
import java.util.ArrayList;
import junit.framework.JUnit4TestAdapter;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.Request;
import org.junit.runner.Runner;

/**
 * JUnit 4, in place wherever the runner is a {@code ParentRunner} (4.7 and later). Tests of other runners, and those that do
 * not end as expected in place, are run each time by a runner of their own, class fixtures included.
 */
public final class JUnit4Driver implements Driver {
    @Override
    public void run(Class<?> testClass, Tests tests) throws Exception {
        pass(Request.aClass(testClass).getRunner(), testClass, tests);
        for (String id : new ArrayList<>(tests.left())) {
            tests.runs(id).of(new WholeRunner(testClass, id));
        }
    }

    /** Goes over what the runner runs. */
    static void pass(Runner runner, Class<?> testClass, Tests tests) throws Exception {
        if (isJUnit3(runner)) {
            passOfJUnit3(testClass, tests);
        } else if (SCHEDULED) {
            InPlaceRunners.pass(runner, testClass, tests);
        }
    }

    private static void passOfJUnit3(Class<?> testClass, Tests tests) throws Exception {
        Test suite = JUnit3Suites.of(testClass);
        if (suite instanceof JUnit4TestAdapter) {
            // A class of JUnit 4 that shows itself to runners of JUnit 3.
            Class<?> adapted = ((JUnit4TestAdapter) suite).getTestClass();
            pass(Request.classWithoutSuiteMethod(adapted).getRunner(), adapted, tests);
        } else {
            JUnit3Driver.run(suite == null ? new TestSuite(testClass) : suite, tests);
        }
    }

    /** By name: its package and name differ between versions. */
    private static boolean isJUnit3(Runner runner) {
        for (Class<?> type = runner.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getSimpleName().equals("JUnit38ClassRunner") || type.getSimpleName().equals("OldTestClassRunner")) {
                return true;
            }
        }
        return false;
    }

    /** Whether this JUnit lets others run the children of its runners: 4.7 and later. */
    static final boolean SCHEDULED = hasSchedulers();

    private static boolean hasSchedulers() {
        try {
            Class.forName("org.junit.runners.model.RunnerScheduler", false, Runner.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException older) {
            return false;
        }
    }
}
