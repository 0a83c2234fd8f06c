package io.faultline.evosuite.adapter;

import org.evosuite.ga.ChromosomeFactory;
import org.evosuite.ga.metaheuristics.GeneticAlgorithm;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.TestFitnessFunction;
import org.evosuite.testsuite.TestSuiteChromosome;

/**
 * A search for EvoSuite's own goals that selects them, or keeps several tests of each; called in the client if
 * {@code -Ddynamic_targets} or {@code -Dtests_per_target} is set.
 *
 * <p>Found by {@link java.util.ServiceLoader} when a search begins. All calls come from the thread of the search.
 */
public interface Targets {
    /** Called when a search begins, before the target class is loaded. */
    void begin(FitnessSettings settings);

    /** Returns the algorithm that searches, null for EvoSuite's. */
    GeneticAlgorithm<?> algorithm(ChromosomeFactory<?> factory);

    /** Called when a test covers a goal, also a covered one. */
    void covered(TestFitnessFunction goal, TestChromosome test);

    /** Adds the kept tests to the result of the search. */
    void complete(TestSuiteChromosome suite);
}
