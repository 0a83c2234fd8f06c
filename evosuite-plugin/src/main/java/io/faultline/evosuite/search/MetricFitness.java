package io.faultline.evosuite.search;

import org.evosuite.Properties;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.TestFitnessFunction;
import org.evosuite.testcase.execution.ExecutionResult;

/** The fitness minimised by EvoSuite: the judge's, for the lines covered by a test. */
final class MetricFitness extends TestFitnessFunction {
    private static final long serialVersionUID = 1L;

    /** Transient, because individuals travel to the master with their fitness functions, but the judge does not. */
    private final transient Judge judge;

    private int round;
    private long evaluations;
    private long judgingNanos;

    MetricFitness(Judge judge) {
        this.judge = judge;
    }

    /** Called when the accepted tests have changed, so that all tests are valued again. */
    void nextRound() {
        round++;
    }

    /** Returns the number of evaluations. */
    long evaluations() {
        return evaluations;
    }

    /** Returns the time spent in the judge. Units: ns. */
    long judgingNanos() {
        return judgingNanos;
    }

    /** Returns the hits of a completed test; null if it did not complete, or its own code failed. */
    static long[] hits(ExecutionResult result) {
        RowTrace trace = RowTrace.of(result);
        return trace == null || result.hasTimeout() || result.hasTestException() ? null : trace.hits;
    }

    @Override
    public double getFitness(TestChromosome test, ExecutionResult result) {
        evaluations++;
        double fitness = hits(result) == null ? Judge.WORST : judged(RowTrace.of(result));
        // Not updateIndividual, whose signature differs in later versions.
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

    /** There is only one instance, which is a key of results. */
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
