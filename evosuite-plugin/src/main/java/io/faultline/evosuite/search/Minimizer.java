package io.faultline.evosuite.search;

import java.util.ArrayList;
import org.evosuite.testcase.TestCaseMinimizer;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.execution.TestCaseExecutor;
import org.evosuite.testsuite.TestSuiteChromosome;

/** Shortens each test while it covers exactly the same lines; keeps all tests. */
final class Minimizer {
    private Minimizer() {}

    static void minimize(Judge judge, TestSuiteChromosome suite) {
        int before = suite.totalLengthOfTestCases();
        for (TestChromosome test : new ArrayList<>(suite.getTestChromosomes())) {
            if (MetricFitness.hits(test.getLastExecutionResult()) == null) {
                test.setLastExecutionResult(TestCaseExecutor.runTest(test.getTestCase()));
            }
            long[] hits = MetricFitness.hits(test.getLastExecutionResult());
            if (hits != null) {
                new TestCaseMinimizer(new LineKeeper(judge, hits)).minimize(test);
                test.setChanged(true);
            }
        }
        Log.say("minimised " + suite.size() + " tests from " + before + " to " + suite.totalLengthOfTestCases()
                + " statements");
    }
}
