package io.faultline.evosuite.search;

import org.evosuite.Properties;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.TestFitnessFunction;
import org.evosuite.testcase.execution.ExecutionResult;

/** The goal of a test being shortened: exactly the same lines, and no lower value. */
final class LineKeeper extends TestFitnessFunction {
    private static final long serialVersionUID = 1L;

    /** Larger than the distance between any two rows. */
    private static final double LOST = Integer.MAX_VALUE;

    private final transient Judge judge;
    private final long[] wanted;

    /** {@code wanted}: the hits of the original test. */
    LineKeeper(Judge judge, long[] wanted) {
        this.judge = judge;
        this.wanted = wanted;
    }

    /** Returns the number of lines that are covered and should not be, or the other way round. */
    private double distance(long[] hits) {
        if (hits == null) {
            return LOST;
        }
        long[] before = judge.lines(wanted); // Computed each time, because initialisers may have run since.
        long[] now = judge.lines(hits);
        int lines = 0;
        for (int i = 0; i < before.length; i++) {
            lines += Long.bitCount(before[i] ^ now[i]);
        }
        return lines == 0 && judge.score(hits) < judge.score(wanted) ? 1 : lines;
    }

    @Override
    public double getFitness(TestChromosome test, ExecutionResult result) {
        double distance = distance(MetricFitness.hits(result));
        test.setFitness(this, distance);
        return distance;
    }

    @Override
    public int compareTo(TestFitnessFunction other) {
        return compareClassName(other);
    }

    @Override
    public int hashCode() {
        return LineKeeper.class.getName().hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
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
