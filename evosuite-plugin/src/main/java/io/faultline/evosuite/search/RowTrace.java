package io.faultline.evosuite.search;

import org.evosuite.assertion.OutputTrace;
import org.evosuite.assertion.OutputTraceEntry;
import org.evosuite.testcase.execution.ExecutionResult;

/**
 * The hits of an execution, followed by the data compared with the failing test. Attached to its result, because
 * results and their traces are cloned with tests.
 *
 * <p>Caches the fitness, so that a surviving test is valued once per round.
 */
final class RowTrace extends OutputTrace<OutputTraceEntry> {
    final long[] hits;
    private int round = -1;
    private double fitness;

    RowTrace(long[] hits) {
        this.hits = hits;
    }

    /** Returns the trace of a result; null if the test did not end normally. */
    static RowTrace of(ExecutionResult result) {
        return result == null ? null : (RowTrace) result.getTrace(RowTrace.class);
    }

    /** Returns the fitness of the hits in a round. */
    double fitness(int inRound, Judge judge) {
        if (round != inRound) {
            round = inRound;
            fitness = judge.fitness(hits);
        }
        return fitness;
    }

    /** Returns this, because it does not change after the execution. */
    @Override
    public synchronized OutputTrace<OutputTraceEntry> clone() {
        return this;
    }
}
