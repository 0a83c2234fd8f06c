package io.faultline.evosuite.search;

import org.evosuite.Properties;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.TestFitnessFunction;
import org.evosuite.testcase.execution.ExecutionResult;

/** The fitness that EvoSuite minimises: the judge's, of the lines that a test covers. */
final class MetricFitness extends TestFitnessFunction {
    private static final long serialVersionUID = 1L;

    /** Individuals travel to the master with their fitness functions; the judge does not. */
    private final transient Judge judge;

    private int round;
    private long evaluations;
    private long judgingNanos;

    MetricFitness(Judge judge) {
        this.judge = judge;
    }

    /** The tests kept have changed: what was valued is valued again. */
    void nextRound() {
        round++;
    }

    /** How often EvoSuite asked. */
    long evaluations() {
        return evaluations;
    }

    /** Time spent with the judge. Units: ns. */
    long judgingNanos() {
        return judgingNanos;
    }

    /** The hits of a test that ran to its end; null for one that did not, or whose own code failed. */
    static long[] hits(ExecutionResult result) {
        RowTrace trace = RowTrace.of(result);
        return trace == null || result.hasTimeout() || result.hasTestException() ? null : trace.hits;
    }

    @Override
    public double getFitness(TestChromosome test, ExecutionResult result) {
        evaluations++;
        double fitness = hits(result) == null ? Judge.WORST : judged(RowTrace.of(result));
        // Not updateIndividual, which has another signature in later versions.
        test.setFitness(this, fitness);
        test.increaseNumberOfEvaluations();
        return fitness;
    }

    private double judged(RowTrace trace) {
        long start = System.nanoTime();
        double fitness = trace.fitness(round, judge);
        judgingNanos += System.nanoTime() - start;
        return fitness;
    }

    @Override
    public int compareTo(TestFitnessFunction other) {
        return compareClassName(other);
    }

    /** There is one; results are kept by it. */
    @Override
    public int hashCode() {
        return MetricFitness.class.getName().hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MetricFitness;
    }

    @Override
    public String getTargetClass() {
        return Properties.TARGET_CLASS;
    }

    @Override
    public String getTargetMethod() {
        return "";
    }
}
