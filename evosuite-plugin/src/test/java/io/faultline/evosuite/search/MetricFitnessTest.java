package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import org.evosuite.testcase.DefaultTestCase;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.execution.ExecutionResult;
import org.evosuite.testcase.execution.ExecutionTraceProxy;
import org.evosuite.testcase.execution.TestCaseExecutor;
import org.junit.jupiter.api.Test;

class MetricFitnessTest {
    /** Values hits by their lowest word, and counts calls; each bit is a line. */
    private static final class Counting implements Judge {
        int asked;

        @Override
        public double fitness(long[] hits) {
            asked++;
            return 1.0 / (2 + hits[0]);
        }

        @Override
        public double score(long[] hits) {
            return hits[0];
        }

        @Override
        public Joining accept(long[] hits, String name) {
            return Joining.JOINED;
        }

        @Override
        public long[] lines(long[] hits) {
            return hits;
        }

        @Override
        public Standing standing() {
            return new Standing(1, 2, 2, 1, Double.NaN);
        }

        @Override
        public String write(String file) {
            return null;
        }
    }

    private final Counting judge = new Counting();
    private final MetricFitness fitness = new MetricFitness(judge);

    private static TestChromosome test(ExecutionResult result) {
        TestChromosome test = new TestChromosome();
        test.setTestCase(new DefaultTestCase());
        test.setLastExecutionResult(result);
        test.setChanged(false);
        return test;
    }

    private static ExecutionResult result(long... row) {
        ExecutionResult result = new ExecutionResult(new DefaultTestCase(), null);
        result.setTrace(new ExecutionTraceProxy());
        result.setTrace(new RowTrace(row), RowTrace.class);
        return result;
    }

    @Test
    void theFitnessOfATestIsThatOfItsRow() {
        TestChromosome test = test(result(2));
        assertEquals(0.25, fitness.getFitness(test));
        assertEquals(0.25, test.getFitness(fitness));
        assertEquals(1, fitness.evaluations());
    }

    @Test
    void aTestThatIsClonedKeepsItsRowAndIsValuedOncePerRound() {
        TestChromosome test = test(result(2));
        fitness.getFitness(test);
        TestChromosome clone = (TestChromosome) test.clone();
        assertEquals(0.25, fitness.getFitness(clone));
        assertArrayEquals(new long[] {2}, MetricFitness.hits(clone.getLastExecutionResult()));
        assertEquals(1, judge.asked);
        fitness.nextRound();
        fitness.getFitness(clone);
        fitness.getFitness(test);
        assertEquals(2, judge.asked);
    }

    @Test
    void aTestThatTimedOutOrHasNoRowIsTheWorst() {
        assertEquals(Judge.WORST, fitness.getFitness(test(new ExecutionResult(new DefaultTestCase(), null))));
        ExecutionResult late = result(2);
        late.setThrownExceptions(Map.of(0, new TestCaseExecutor.TimeoutExceeded()));
        assertEquals(Judge.WORST, fitness.getFitness(test(late)));
        assertNull(MetricFitness.hits(late));
        assertEquals(0, judge.asked);
    }

    @Test
    void anExceptionOfTheClassUnderTestIsNoHindrance() {
        ExecutionResult result = result(2);
        result.setThrownExceptions(Map.of(0, new IllegalStateException()));
        assertEquals(0.25, fitness.getFitness(test(result)));
    }

    @Test
    void whatIsBeingShortenedMustKeepExactlyItsLines() {
        LineKeeper keeper = new LineKeeper(judge, new long[] {0b111, 1});
        assertEquals(0, keeper.getFitness(test(result(0b111, 1))));
        assertEquals(2, keeper.getFitness(test(result(0b101, 3))));
        assertEquals(Integer.MAX_VALUE, keeper.getFitness(test(new ExecutionResult(new DefaultTestCase(), null))));
    }
}
