package io.faultline.runner;

import java.util.Iterator;
import java.util.function.Consumer;
import junit.framework.AssertionFailedError;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/**
 * Runs JUnit 3 tests, with JUnit 3 alone or inside JUnit 4; selection by methods only. Decorators of a {@code suite}
 * method set up once, for all selected tests.
 *
 * <p>The mutation worker finds tests by id with {@link #over}, because it copies the instances it visits.
 */
public final class JUnit3Driver implements Driver {
    /**
     * Runs all selected tests in place of the first test of the class. Errors: {@link Refused} if its {@code suite}
     * method throws.
     */
    @Override
    public void run(Selection selection, Listener listener) throws IllegalAccessException {
        Class<?> testClass = selection.testClass;
        Iterator<String> methods = selection.methods().iterator();
        Test suite = suiteOf(testClass);
        if (suite != null) {
            over(suite, test -> {
                if (test.getClass() == testClass) {
                    run(testClass, methods, listener);
                }
            });
        }
        run(testClass, methods, listener);
    }

    private static Test suiteOf(Class<?> testClass) throws IllegalAccessException {
        try {
            return JUnit3Suites.of(testClass);
        } catch (IllegalStateException thrown) {
            throw new Refused(thrown.getMessage());
        }
    }

    private static void run(Class<?> testClass, Iterator<String> methods, Listener listener) {
        while (methods.hasNext() && !listener.isOver()) {
            String method = methods.next();
            Test test = TestSuite.createTest(testClass, method);
            // JUnit substitutes a warning test for a test it cannot create.
            if (test.getClass() == testClass) {
                run(test, method, listener);
            }
        }
    }

    /**
     * Passes each test of a suite to {@code each} instead of running it, inside the set-up of the suite's decorators.
     */
    public static void over(Test suite, Consumer<TestCase> each) {
        suite.run(new TestResult() {
            @Override
            protected void run(TestCase test) {
                each.accept(test);
            }
        });
    }

    /** Runs a test, reports it under {@code name} and returns its result. */
    public static Ran run(Test test, String name, Listener listener) {
        Hearing hearing = new Hearing(name, listener);
        try {
            test.run(hearing);
        } catch (ThreadDeath ended) {
            // Thrown by the watchdog: JUnit rethrows it without reporting it.
            hearing.ran = Ran.failed(ended);
            listener.ended(name, hearing.ran);
        }
        return hearing.ran;
    }

    /** Reports the result of one test. */
    private static final class Hearing extends TestResult {
        private final String name;
        private final Listener listener;
        private Ran ran = Ran.PASSED;

        Hearing(String name, Listener listener) {
            this.name = name;
            this.listener = listener;
        }

        @Override
        public void startTest(Test test) {
            super.startTest(test);
            listener.started(name);
        }

        @Override
        public synchronized void addError(Test test, Throwable thrown) {
            super.addError(test, thrown);
            heard(thrown);
        }

        @Override
        public synchronized void addFailure(Test test, AssertionFailedError thrown) {
            super.addFailure(test, thrown);
            heard(thrown);
        }

        private void heard(Throwable thrown) {
            if (ran == Ran.PASSED) {
                ran = Ran.failed(thrown);
            }
        }

        @Override
        public void endTest(Test test) {
            super.endTest(test);
            listener.ended(name, ran);
        }
    }
}
