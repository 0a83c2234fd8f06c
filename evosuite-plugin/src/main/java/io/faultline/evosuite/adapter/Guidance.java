package io.faultline.evosuite.adapter;

import java.util.List;
import org.evosuite.strategy.TestGenerationStrategy;
import org.evosuite.testsuite.TestSuiteChromosome;

/**
 * A search led by a metric: what EvoSuite asks when {@code -Dfitness} is set.
 *
 * <p>Found by {@link java.util.ServiceLoader}, at the first question. Never asked when {@code fitness} is not set.
 *
 * <p>Errors: what an implementation throws ends the client, whose output EvoSuite discards; catch, and report
 * through EvoSuite's own log.
 */
public interface Guidance {
    /**
     * Looks at the settings in the master, before a client is started.
     *
     * @return null, or one sentence that says what to change
     */
    String problem(FitnessSettings settings);

    /** A search begins in the client: the target class is loaded next. */
    void begin(FitnessSettings settings);

    /** What generates the tests in the client, in place of the strategy that EvoSuite would take. */
    TestGenerationStrategy strategy(FitnessSettings settings);

    /** Shortens a suite in the client, in place of EvoSuite's minimiser, which keeps only what its own goals want. */
    void minimize(FitnessSettings settings, TestSuiteChromosome suite);

    /** Lines for the comment above a written suite: metric, spectrum, seed. */
    List<String> header(FitnessSettings settings);
}
