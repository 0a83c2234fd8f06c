package io.faultline.evosuite.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evosuite.testcase.TestCase;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.TestFitnessFunction;
import org.evosuite.testcase.execution.ExecutionResult;
import org.evosuite.testsuite.TestSuiteChromosome;

/**
 * The first tests that covered each goal, at most a number for each, in the order of time.
 *
 * <p>EvoSuite's archive keeps the shortest test of each goal. Several tests of one goal assert more of what the covered
 * code computes. Tests with the same code count once.
 */
final class KeptTests {
    /** A test with the result of its execution. */
    private static final class Kept {
        final TestCase test;
        final ExecutionResult result;

        Kept(TestChromosome test) {
            this.test = test.getTestCase().clone();
            this.result = test.getLastExecutionResult().clone();
            this.result.test = this.test;
        }
    }

    private final int most;
    private final Map<String, Kept> byCode = new LinkedHashMap<>();
    private final Map<TestFitnessFunction, Set<String>> ofGoal = new HashMap<>();

    /** The test that was added last, whose code is known; a test covers many goals. */
    private TestChromosome last;

    private String lastCode;

    /** Creates an empty collection for at most so many tests of each goal. */
    KeptTests(int most) {
        this.most = most;
    }

    /** Adds a test that covers a goal if the goal has too few. A test that timed out, or broke by its own code, is no test. */
    void add(TestFitnessFunction goal, TestChromosome test) {
        Set<String> codes = ofGoal.computeIfAbsent(goal, unused -> new HashSet<>());
        if (codes.size() >= most || !isUsable(test.getLastExecutionResult())) {
            return;
        }
        if (last != test) {
            last = test;
            lastCode = test.getTestCase().toCode();
        }
        if (codes.add(lastCode)) {
            byCode.computeIfAbsent(lastCode, unused -> new Kept(test));
        }
    }

    /** Whether a test says something about the code that it runs. */
    static boolean isUsable(ExecutionResult result) {
        return result != null && !result.hasTimeout() && !result.hasTestException();
    }

    /** Whether a goal has as many tests as wanted. */
    boolean has(TestFitnessFunction goal) {
        return count(goal) >= most;
    }

    /** Returns the number of tests of a goal. */
    int count(TestFitnessFunction goal) {
        Set<String> codes = ofGoal.get(goal);
        return codes == null ? 0 : codes.size();
    }

    /** Returns the goals that have fewer tests than wanted. */
    <G> List<G> lacking(Collection<G> goals) {
        List<G> lacking = new ArrayList<>();
        for (G goal : goals) {
            if (!has((TestFitnessFunction) goal)) {
                lacking.add(goal);
            }
        }
        return lacking;
    }

    /** Returns the number of tests of each goal that has one. */
    List<Integer> counts() {
        List<Integer> counts = new ArrayList<>();
        for (Set<String> codes : ofGoal.values()) {
            if (!codes.isEmpty()) {
                counts.add(codes.size());
            }
        }
        return counts;
    }

    /** Adds the tests that a suite does not have, and returns their number. */
    int addTo(TestSuiteChromosome suite) {
        Set<String> there = new HashSet<>();
        for (TestCase test : suite.getTests()) {
            there.add(test.toCode());
        }
        int added = 0;
        for (Map.Entry<String, Kept> kept : byCode.entrySet()) {
            if (there.add(kept.getKey())) {
                TestChromosome test = suite.addTest(kept.getValue().test);
                test.setLastExecutionResult(kept.getValue().result);
                test.setChanged(false);
                added++;
            }
        }
        return added;
    }
}
