package io.faultline.evosuite.search;

import org.evosuite.Properties;
import org.evosuite.junit.writer.TestSuiteWriter;
import org.evosuite.testcase.execution.ExecutionObserver;
import org.evosuite.testcase.execution.TestCaseExecutor;
import org.evosuite.testsuite.TestSuiteChromosome;

/**
 * The tests kept so far, written where the suite will be.
 *
 * <p>EvoSuite writes tests once, after everything else. A JVM that crashes or is ended before that would take all of them
 * with it. These are neither shortened nor checked, and assert nothing; EvoSuite's own file takes their place.
 */
final class SuiteSoFar {
    private final ExecutionObserver observer;
    private boolean works = true;

    /** EvoSuite's writer drops all observers; this one is wanted for what is executed afterwards. */
    SuiteSoFar(ExecutionObserver observer) {
        this.observer = observer;
    }

    /** Writes all tests of a suite. What goes wrong is said once, and does not end the search. */
    void write(TestSuiteChromosome suite) {
        if (!works || !Properties.JUNIT_TESTS) {
            return;
        }
        try {
            TestSuiteWriter writer = new TestSuiteWriter();
            writer.insertTests(suite.getTests());
            String target = Properties.TARGET_CLASS;
            String name = target.substring(target.lastIndexOf('.') + 1) + Properties.JUNIT_SUFFIX;
            writer.writeTestSuite(name, Properties.TEST_DIR, suite.getLastExecutionResults());
        } catch (Throwable e) {
            works = false;
            Log.failure("tests are written at the end only", e);
        } finally {
            TestCaseExecutor.getInstance().addObserver(observer);
        }
    }
}
