package io.faultline.evosuite.search;

import io.faultline.evosuite.adapter.FitnessSettings;
import io.faultline.evosuite.adapter.Targets;
import java.util.Locale;
import org.evosuite.Properties;
import org.evosuite.ga.ChromosomeFactory;
import org.evosuite.ga.metaheuristics.GeneticAlgorithm;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.TestFitnessFunction;
import org.evosuite.testsuite.TestSuiteChromosome;

/** A search for branches by their control dependences that keeps several tests of each: connects EvoSuite's calls. */
public final class BranchSearch implements Targets {
    private static final String DYNAMOSA = "DYNAMOSA";

    private FitnessSettings settings;
    private KeptTests kept;

    /** Whether tests are still being kept. */
    private boolean isSearching;

    @Override
    public void begin(FitnessSettings given) {
        settings = given;
        kept = new KeptTests(given.testsPerTarget);
        isSearching = true;
        if (given.dynamicTargets && Properties.ALGORITHM == Properties.Algorithm.MOSA) {
            choose(Properties.Algorithm.values());
        }
    }

    /** Later versions have the algorithm themselves. */
    private static void choose(Properties.Algorithm... all) {
        for (Properties.Algorithm algorithm : all) {
            if (algorithm.name().equals(DYNAMOSA)) {
                Properties.ALGORITHM = algorithm;
            }
        }
    }

    @Override
    public GeneticAlgorithm<?> algorithm(ChromosomeFactory<?> factory) {
        if (!settings.dynamicTargets) {
            return null;
        }
        String problem = problem();
        if (problem != null) {
            Log.say("dynamic_targets changes nothing: " + problem);
            return null;
        }
        @SuppressWarnings("unchecked") // The strategy replaces the factory by one of tests.
        ChromosomeFactory<TestChromosome> tests = (ChromosomeFactory<TestChromosome>) factory;
        return new DynamicMosa(tests, kept);
    }

    private static String problem() {
        if (Properties.STRATEGY != Properties.Strategy.MOSUITE || Properties.ALGORITHM != Properties.Algorithm.MOSA) {
            return "it selects goals of -generateMOSuite -Dalgorithm=MOSA";
        }
        if (Properties.CRITERION.length != 1 || Properties.CRITERION[0] != Properties.Criterion.BRANCH) {
            return "it selects goals of -criterion BRANCH alone";
        }
        return null;
    }

    @Override
    public void covered(TestFitnessFunction goal, TestChromosome test) {
        if (isSearching && isKept()) {
            kept.add(goal, test);
        }
    }

    /** Only the strategy of many objectives hands the tests to the suite that is written. */
    private boolean isKept() {
        if (settings.testsPerTarget > 0 && Properties.STRATEGY == Properties.Strategy.MOSUITE) {
            return true;
        }
        if (settings.testsPerTarget > 0) {
            Log.say("tests_per_target changes nothing: it keeps tests of -generateMOSuite");
        }
        isSearching = false;
        return false;
    }

    @Override
    public void complete(TestSuiteChromosome suite) {
        isSearching = false;
        if (settings.testsPerTarget == 0) {
            return;
        }
        // Otherwise the writer drops a test that is a prefix of another one.
        Properties.CALL_PROBABILITY = Math.max(Properties.CALL_PROBABILITY, Double.MIN_VALUE);
        int before = suite.size();
        int added = kept.addTo(suite);
        int all = 0;
        for (int count : kept.counts()) {
            all += count;
        }
        int goals = kept.counts().size();
        Log.say(String.format(
                Locale.ROOT,
                "kept %.2f tests for each of %d covered goals, %d wanted; %d tests, %d of them EvoSuite's",
                goals == 0 ? 0.0 : (double) all / goals,
                goals,
                settings.testsPerTarget,
                before + added,
                before));
    }
}
