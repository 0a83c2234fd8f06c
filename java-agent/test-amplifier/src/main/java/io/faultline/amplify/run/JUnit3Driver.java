package io.faultline.amplify.run;

import io.faultline.amplify.request.Refused;
import io.faultline.runner.JUnit3Suites;
import io.faultline.runner.Ran;
import junit.framework.AssertionFailedError;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestListener;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/** JUnit 3, by itself or inside JUnit 4. What decorators of a method {@code suite} set up is there once, for all. */
final class JUnit3Driver implements Driver {
    @Override
    public void run(Class<?> testClass, Session session) throws Exception {
        Test suite = suiteOf(testClass);
        Pass pass = new Pass(testClass, session);
        if (suite != null) {
            suite.run(pass);
        }
        pass.all();
        session.finish(null);
    }

    private static Test suiteOf(Class<?> testClass) throws Exception {
        try {
            return JUnit3Suites.of(testClass);
        } catch (IllegalStateException thrown) {
            throw new Refused(thrown.getMessage());
        }
    }

    /** In place of the first test of the class come all that are wanted. */
    private static final class Pass extends TestResult {
        private final Class<?> testClass;
        private final Session session;
        private boolean hasRun;

        Pass(Class<?> testClass, Session session) {
            this.testClass = testClass;
            this.session = session;
        }

        @Override
        protected void run(TestCase test) {
            if (test.getClass() == testClass) {
                all();
            }
        }

        void all() {
            if (hasRun) {
                return;
            }
            hasRun = true;
            for (String method : session.methods()) {
                if (session.isOver()) {
                    return;
                }
                Test test = TestSuite.createTest(testClass, method);
                // In place of one that cannot be made comes one that warns.
                if (test.getClass() == testClass) {
                    TestResult result = new TestResult();
                    result.addListener(new Hearing(method, session));
                    try {
                        test.run(result);
                    } catch (ThreadDeath ended) {
                        // The watchdog's: JUnit lets it through and tells nobody.
                        session.ended(Ran.failed(ended));
                    }
                }
            }
        }
    }

    /** Hears how one test ends. */
    private static final class Hearing implements TestListener {
        private final String method;
        private final Session session;
        private Throwable thrown;

        Hearing(String method, Session session) {
            this.method = method;
            this.session = session;
        }

        @Override
        public void startTest(Test test) {
            session.begin(method);
        }

        @Override
        public void addError(Test test, Throwable error) {
            thrown = thrown == null ? error : thrown;
        }

        @Override
        public void addFailure(Test test, AssertionFailedError error) {
            thrown = thrown == null ? error : thrown;
        }

        @Override
        public void endTest(Test test) {
            session.ended(thrown == null ? Ran.PASSED : Ran.failed(thrown));
        }
    }
}
