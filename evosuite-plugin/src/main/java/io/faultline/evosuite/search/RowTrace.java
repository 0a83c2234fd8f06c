package io.faultline.evosuite.search;

import org.evosuite.assertion.OutputTrace;
import org.evosuite.assertion.OutputTraceEntry;
import org.evosuite.testcase.execution.ExecutionResult;

/**
 * The row of one execution, hung onto its result: results are cloned with their tests, and traces with them.
 *
 * <p>Remembers the fitness of the row, so that a test that lives on is valued once per round.
 */
final class RowTrace extends OutputTrace<OutputTraceEntry> {
    final long[] row;
    private int round = -1;
    private double fitness;

    RowTrace(long[] row) {
        this.row = row;
    }

    /** The row of a result; null when the test did not come to its end. */
    static RowTrace of(ExecutionResult result) {
        return result == null ? null : (RowTrace) result.getTrace(RowTrace.class);
    }

    /** The fitness of the row in a round. */
    double fitness(int inRound, Judge judge) {
        if (round != inRound) {
            round = inRound;
            fitness = judge.fitness(row);
        }
        return fitness;
    }

    /** It never changes after the execution, so clones share it. */
    @Override
    public synchronized OutputTrace<OutputTraceEntry> clone() {
        return this;
    }
}
