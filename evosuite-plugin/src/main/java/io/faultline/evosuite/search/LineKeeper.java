package io.faultline.evosuite.search;

import org.evosuite.Properties;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.TestFitnessFunction;
import org.evosuite.testcase.execution.ExecutionResult;

/** What a test that is being shortened must keep: exactly the lines that it covered. */
final class LineKeeper extends TestFitnessFunction {
    private static final long serialVersionUID = 1L;

    /** Further from anything than any row. */
    private static final double LOST = Integer.MAX_VALUE;

    private final long[] wanted;

    LineKeeper(long[] wanted) {
        this.wanted = wanted;
    }

    /** How many lines are covered that should not be, or not covered that should. */
    static double distance(long[] wanted, long[] row) {
        if (row == null) {
            return LOST;
        }
        int lines = 0;
        for (int i = 0; i < wanted.length; i++) {
            lines += Long.bitCount(wanted[i] ^ row[i]);
        }
        return lines;
    }

    @Override
    public double getFitness(TestChromosome test, ExecutionResult result) {
        double distance = distance(wanted, MetricFitness.row(result));
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
