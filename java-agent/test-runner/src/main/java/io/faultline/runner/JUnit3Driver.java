package io.faultline.runner;

import java.util.Iterator;
import java.util.function.Consumer;
import junit.framework.AssertionFailedError;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/**
 * JUnit 3, by itself or inside JUnit 4; by methods. What decorators of a method {@code suite} set up is there once, for all.
 *
 * <p>The mutation worker finds tests by their ids with {@link #over}, since it takes copies of the instances that are met.
 */
public final class JUnit3Driver implements Driver {
    /** In place of the first test of the class come all that are selected. Errors: {@link Refused} where its {@code suite} throws. */
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
            // In place of one that cannot be made comes one that warns.
            if (test.getClass() == testClass) {
                run(test, method, listener);
            }
        }
    }

    /** Goes over the tests of a suite, where it and its decorators have set up what they set up. No test is run but by {@code each}. */
    public static void over(Test suite, Consumer<TestCase> each) {
        suite.run(new TestResult() {
            @Override
            protected void run(TestCase test) {
                each.accept(test);
            }
        });
    }

    /** Runs a test under a name, and says how it has ended. */
    public static Ran run(Test test, String name, Listener listener) {
        Hearing hearing = new Hearing(name, listener);
        try {
            test.run(hearing);
        } catch (ThreadDeath ended) {
            // The watchdog's: JUnit lets it through and tells nobody.
            hearing.ran = Ran.failed(ended);
            listener.ended(name, hearing.ran);
        }
        return hearing.ran;
    }

    /** Hears how one test ends. */
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
