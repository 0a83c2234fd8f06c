package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.evosuite.testcase.DefaultTestCase;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.TestFitnessFunction;
import org.evosuite.testcase.execution.ExecutionResult;
import org.evosuite.testcase.execution.ExecutionTraceProxy;
import org.evosuite.testcase.execution.TestCaseExecutor;
import org.evosuite.testcase.statements.numeric.IntPrimitiveStatement;
import org.evosuite.testsuite.TestSuiteChromosome;
import org.junit.jupiter.api.Test;

class KeptTestsTest {
    /** A goal that only equals itself. */
    private static final class Goal extends TestFitnessFunction {
        @Override
        public double getFitness(TestChromosome test, ExecutionResult result) {
            return 0;
        }

        @Override
        public int compareTo(TestFitnessFunction other) {
            return 0;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public String getTargetClass() {
            return "Foo";
        }

        @Override
        public String getTargetMethod() {
            return "m()V";
        }
    }

    private final KeptTests kept = new KeptTests(2);
    private final TestFitnessFunction first = new Goal();
    private final TestFitnessFunction second = new Goal();

    /** Returns a test whose code is {@code int int0 = value}. */
    private static TestChromosome test(int value) {
        DefaultTestCase test = new DefaultTestCase();
        test.addStatement(new IntPrimitiveStatement(test, value));
        TestChromosome chromosome = new TestChromosome();
        chromosome.setTestCase(test);
        ExecutionResult result = new ExecutionResult(test, null);
        result.setTrace(new ExecutionTraceProxy());
        chromosome.setLastExecutionResult(result);
        chromosome.setChanged(false);
        return chromosome;
    }

    private List<String> written() {
        TestSuiteChromosome suite = new TestSuiteChromosome();
        kept.addTo(suite);
        return suite.getTests().stream().map(test -> test.toCode().trim()).toList();
    }

    @Test
    void ofEachGoalTheFirstTestsAreKept() {
        for (int value = 1; value <= 4; value++) {
            kept.add(first, test(value));
        }
        kept.add(second, test(3));
        assertEquals(List.of("int int0 = 1;", "int int0 = 2;", "int int0 = 3;"), written());
        assertTrue(kept.has(first));
        assertEquals(List.of(second), kept.lacking(List.of(first, second)));
        assertEquals(List.of(1, 2), kept.counts().stream().sorted().toList());
    }

    @Test
    void aTestWithTheSameCodeCountsOnceAndATestOfTwoGoalsIsWrittenOnce() {
        kept.add(first, test(1));
        kept.add(first, test(1));
        assertEquals(1, kept.count(first));
        TestChromosome both = test(2);
        kept.add(first, both);
        kept.add(second, both);
        assertEquals(List.of("int int0 = 1;", "int int0 = 2;"), written());
    }

    @Test
    void aTestThatTimedOutOrBrokeIsNotKept() {
        TestChromosome late = test(1);
        late.getLastExecutionResult().setThrownExceptions(Map.of(late.size(), new TestCaseExecutor.TimeoutExceeded()));
        TestChromosome unrun = test(2);
        unrun.clearCachedResults();
        kept.add(first, late);
        kept.add(first, unrun);
        assertEquals(List.of(), written());
        assertFalse(kept.has(first));
        TestChromosome throwing = test(3); // An exception of the code under test is a result.
        throwing.getLastExecutionResult().setThrownExceptions(Map.of(0, new IllegalStateException()));
        kept.add(first, throwing);
        assertEquals(1, kept.count(first));
    }

    @Test
    void testsOfTheSuiteAreNotAddedAgainAndKeptOnesHaveTheirResults() {
        TestChromosome mosas = test(1);
        TestChromosome other = test(2);
        kept.add(first, mosas);
        kept.add(first, other);
        other.getTestCase().chop(0); // The search goes on changing its own.
        TestSuiteChromosome suite = new TestSuiteChromosome();
        suite.addTest(mosas);
        assertEquals(1, kept.addTo(suite));
        assertEquals(2, suite.size());
        TestChromosome added = suite.getTestChromosome(1);
        assertNotSame(other.getTestCase(), added.getTestCase());
        assertSame(added.getTestCase(), added.getLastExecutionResult().test);
        assertEquals(1, added.size());
    }

    @Test
    void noneIsKeptWhereNoneIsWanted() {
        KeptTests none = new KeptTests(0);
        none.add(first, test(1));
        assertEquals(0, none.addTo(new TestSuiteChromosome()));
        assertEquals(List.of(), none.lacking(List.of(first)));
    }
}
