package io.faultline.evosuite.adapter;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The seams for {@code -Dfitness}, and for goals of a search. Without our properties they do not change EvoSuite's behaviour. */
public final class FitnessSeams {
    public static final List<Seam> ALL = Collections.unmodifiableList(Arrays.<Seam>asList(
            new FitnessProperties(),
            new CommandLineCheck(),
            new TargetClass(),
            new ClientCommand(),
            new ContinuousJobs(),
            new SharedClasses(),
            new SearchStart(),
            new SearchedClasses(),
            new SearchStrategy(),
            new WaitingReaders(),
            new SuiteMinimizer(),
            new SuiteHeader(),
            new SearchAlgorithm(),
            new CoveredTargets(),
            new KeptSuite()));

    private FitnessSeams() {}
}
