package io.faultline.evosuite.adapter;

import java.util.List;
import org.evosuite.strategy.TestGenerationStrategy;
import org.evosuite.testsuite.TestSuiteChromosome;

/**
 * A search guided by a metric, called by EvoSuite if {@code -Dfitness} is set.
 *
 * <p>Found by {@link java.util.ServiceLoader} on first use. Not called if {@code fitness} is not set.
 *
 * <p>Errors: exceptions end the client, whose output EvoSuite discards, so implementations must catch them and report
 * through EvoSuite's log.
 */
public interface Guidance {
    /**
     * Checks the settings in the master, before a client starts.
     *
     * @return null, or one sentence that says what to change
     */
    String problem(FitnessSettings settings);

    /** Called in the client when a search begins, before the target class is loaded. */
    void begin(FitnessSettings settings);

    /** Returns the test generator in the client, which replaces EvoSuite's strategy. */
    TestGenerationStrategy strategy(FitnessSettings settings);

    /** Shortens a suite in the client. Replaces EvoSuite's minimiser, which only keeps what its own goals need. */
    void minimize(FitnessSettings settings, TestSuiteChromosome suite);

    /** Returns lines for the comment above a written suite: metric, spectrum, seed. */
    List<String> header(FitnessSettings settings);
}
