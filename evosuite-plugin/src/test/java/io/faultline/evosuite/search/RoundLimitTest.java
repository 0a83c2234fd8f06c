package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evosuite.testcase.DefaultTestCase;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.execution.ExecutionResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundLimitTest {
    private static final long LONG = 1_000_000;

    private final MetricFitness fitness = new MetricFitness(null);

    private void evaluate(int times) {
        for (int i = 0; i < times; i++) {
            TestChromosome test = new TestChromosome();
            test.setLastExecutionResult(new ExecutionResult(new DefaultTestCase(), null));
            test.setChanged(false);
            fitness.getFitness(test);
        }
    }

    @Test
    void aCountedRoundEndsAfterItsEvaluationsHoweverLongTheyTake() {
        RoundLimit limit = new RoundLimit(fitness, LONG, new StopFile(null));
        for (int round = 0; round < 3; round++) {
            limit.counted(5);
            evaluate(4);
            assertFalse(limit.isFinished());
            evaluate(1);
            assertTrue(limit.isFinished());
        }
    }

    @Test
    void aTimedRoundLastsUntilAPopulationIsValued() {
        RoundLimit limit = new RoundLimit(fitness, LONG, new StopFile(null));
        limit.timed(0, 10);
        evaluate(9);
        assertFalse(limit.isFinished());
        evaluate(1);
        assertTrue(limit.isFinished());
        limit.timed(LONG, 0);
        evaluate(100);
        assertFalse(limit.isFinished());
    }

    @Test
    void theBudgetEndsAnyRound() {
        RoundLimit limit = new RoundLimit(fitness, 0, new StopFile(null));
        limit.counted(LONG);
        assertTrue(limit.isOver() && limit.isFinished());
        limit.timed(LONG, 10);
        assertTrue(limit.isFinished());
    }

    @Test
    void aFileThatAppearsEndsTheSearchWhateverItsBudget(@TempDir Path folder) throws IOException, InterruptedException {
        Path stop = folder.resolve("stop");
        RoundLimit limit = new RoundLimit(fitness, LONG, new StopFile(stop.toString()));
        limit.counted(LONG);
        assertFalse(limit.isFinished());
        Files.createFile(stop);
        for (int i = 0; i < 100 && !limit.isOver(); i++) {
            Thread.sleep(20);
        }
        assertTrue(limit.isOver() && limit.isFinished());
    }
}
