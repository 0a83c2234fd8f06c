package io.faultline.mutants.driver;

import io.faultline.runner.JUnit3Suites;
import io.faultline.runner.Ran;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/**
 * JUnit 3, by itself or inside JUnit 4.
 *
 * <p>All tests go through {@code TestResult.run(TestCase)}, where suites and decorators have set up what they set up: that is
 * where a test is run again, each time by another instance.
 */
public final class JUnit3Driver implements Driver {
    @Override
    public void run(Class<?> testClass, Tests tests) throws Exception {
        Test root = JUnit3Suites.of(testClass);
        run(root == null ? new TestSuite(testClass) : root, tests);
    }

    /** Whether the class is JUnit 3's. */
    static boolean handles(Class<?> testClass) {
        return TestCase.class.isAssignableFrom(testClass);
    }

    static void run(Test root, Tests tests) {
        root.run(new Pass(tests));
    }

    /** The pass of the framework: in place of each test come its runs. */
    private static final class Pass extends TestResult {
        private final Tests tests;

        Pass(Tests tests) {
            this.tests = tests;
        }

        @Override
        protected void run(TestCase test) {
            String id = JUnit3Names.of(test);
            if (!tests.wants(id)) {
                return;
            }
            Instances instances = new Instances(test);
            tests.runs(id).of(() -> {
                Hearing hearing = new Hearing();
                instances.next().run(hearing);
                return hearing.ran;
            });
        }
    }

    /** Hears how one test ends. */
    private static final class Hearing extends TestResult {
        Ran ran = Ran.PASSED;

        @Override
        public void addError(Test test, Throwable thrown) {
            heard(thrown);
        }

        @Override
        public void addFailure(Test test, junit.framework.AssertionFailedError thrown) {
            heard(thrown);
        }

        private void heard(Throwable thrown) {
            if (ran == Ran.PASSED) {
                ran = Ran.failed(thrown);
            }
        }
    }
}
