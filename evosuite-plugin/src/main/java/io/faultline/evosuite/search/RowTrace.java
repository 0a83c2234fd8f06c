package io.faultline.evosuite.search;

import org.evosuite.assertion.OutputTrace;
import org.evosuite.assertion.OutputTraceEntry;
import org.evosuite.testcase.execution.ExecutionResult;

/**
 * The hits of one execution, and behind them what of it is compared with the failing test; hung onto its result: results are cloned with their tests, and traces with them.
 *
 * <p>Remembers their fitness, so that a test that lives on is valued once per round.
 */
final class RowTrace extends OutputTrace<OutputTraceEntry> {
    final long[] hits;
    private int round = -1;
    private double fitness;

    RowTrace(long[] hits) {
        this.hits = hits;
    }

    /** The trace of a result; null when the test did not come to its end. */
    static RowTrace of(ExecutionResult result) {
        return result == null ? null : (RowTrace) result.getTrace(RowTrace.class);
    }

    /** The fitness of the hits in a round. */
    double fitness(int inRound, Judge judge) {
        if (round != inRound) {
            round = inRound;
            fitness = judge.fitness(hits);
        }
        return fitness;
    }

    /** It never changes after the execution, so clones share it. */
    @Override
    public synchronized OutputTrace<OutputTraceEntry> clone() {
        return this;
    }
}
