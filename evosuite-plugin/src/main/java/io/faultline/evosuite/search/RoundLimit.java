package io.faultline.evosuite.search;

import java.util.concurrent.TimeUnit;
import org.evosuite.TimeController;
import org.evosuite.ga.stoppingconditions.StoppingCondition;
import org.evosuite.ga.stoppingconditions.StoppingConditionImpl;

/**
 * The end of a round: a time or a number of evaluations; and in any case the end of the budget or a request to stop.
 *
 * <p>A timed round lasts at least until a population has been valued; otherwise slow first tests could end it before
 * there is a best one. EvoSuite keeps one condition per search, so this one is reset for each round.
 */
final class RoundLimit extends StoppingConditionImpl {
    private static final long serialVersionUID = 1L;

    private final transient MetricFitness fitness;
    private final transient StopFile stop;
    private long deadline;
    private long roundEnd;
    private long leastEvaluations;
    private long mostEvaluations;

    RoundLimit(MetricFitness fitness, long budgetMillis, StopFile stop) {
        this.fitness = fitness;
        this.stop = stop;
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(budgetMillis);
        mostEvaluations = Long.MAX_VALUE;
        roundEnd = deadline;
    }

    /** Begins a timed round. */
    void timed(long millis, int population) {
        roundEnd = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        leastEvaluations = fitness.evaluations() + population;
        mostEvaluations = Long.MAX_VALUE;
    }

    /** Begins a round limited by evaluations. */
    void counted(long evaluations) {
        roundEnd = Long.MAX_VALUE;
        leastEvaluations = 0;
        mostEvaluations = fitness.evaluations() + evaluations;
    }

    /**
     * Whether the budget is used up or a stop was requested. If time counts, EvoSuite's clock counts too: when
     * preparation took too long, as with {@code -continuous}, the search has less time, or the master would end it in
     * the middle.
     */
    boolean isOver() {
        boolean isLate = mostEvaluations == Long.MAX_VALUE
                && !TimeController.getInstance().isThereStillTimeInThisPhase();
        return isLate || System.nanoTime() - deadline >= 0 || stop.isThere();
    }

    @Override
    public boolean isFinished() {
        if (isOver()) {
            return true;
        }
        if (mostEvaluations != Long.MAX_VALUE) {
            return fitness.evaluations() >= mostEvaluations;
        }
        return fitness.evaluations() >= leastEvaluations && System.nanoTime() - roundEnd >= 0;
    }

    /** Required by later versions. */
    @Override
    public StoppingCondition clone() {
        return this;
    }

    @Override
    public void forceCurrentValue(long value) {}

    @Override
    public long getCurrentValue() {
        return fitness.evaluations();
    }

    @Override
    public long getLimit() {
        return mostEvaluations;
    }

    @Override
    public void reset() {}

    @Override
    public void setLimit(long limit) {}
}
