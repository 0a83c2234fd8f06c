package io.faultline.evosuite.search;

import io.faultline.evosuite.adapter.FitnessSettings;
import io.faultline.evosuite.adapter.Guidance;
import io.faultline.evosuite.adapter.Host;
import io.faultline.evosuite.adapter.SearchedClasses;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.evosuite.Properties;
import org.evosuite.strategy.TestGenerationStrategy;
import org.evosuite.testcase.execution.TestCaseExecutor;
import org.evosuite.testsuite.TestSuiteChromosome;
import org.evosuite.utils.Randomness;

/** The search guided by a metric: connects EvoSuite's calls to the parts of the search. */
public final class GuidedSearch implements Guidance {
    private static final String OWN_CLASSES = "io/faultline/evosuite/";

    private NativeJudge judge;
    private RowObserver observer;
    private LineProbes probes;
    private Comparison comparison = Comparison.NONE;
    private String problem;

    @Override
    public String problem(FitnessSettings settings) {
        String wrong = wrongValue(settings);
        if (wrong != null) {
            return wrong;
        }
        try {
            NativeJudge.open(settings).close();
            return null;
        } catch (CannotGuide reason) {
            return reason.getMessage();
        }
    }

    private static String wrongValue(FitnessSettings settings) {
        if (settings.spectrum == null) {
            return "-Dfitness needs -Dfitness_spectrum=FILE, a recorded spectrum with a failing test; record one: faultline run -- mvn test";
        }
        if (settings.roundMillis <= 0) {
            return "fitness_round_ms is " + settings.roundMillis + "; a round lasts at least a millisecond";
        }
        if (settings.roundEvaluations < 0 || settings.rounds < 0) {
            return "fitness_round_evals and fitness_rounds are numbers from 0 on";
        }
        return null;
    }

    /** Called before the target class is loaded, so that it gets probes. */
    @Override
    public void begin(FitnessSettings settings) {
        try {
            judge = NativeJudge.open(settings);
            ClassLoader loader = GuidedSearch.class.getClassLoader();
            Sight sight = Sight.of(judge.classes(), loader, judge.comparesConditions());
            comparison = comparison(sight, loader);
            judge.observe(sight);
            Hits.prepare(sight.words(), sight.touched());
            probes = new LineProbes(sight);
            loadAll(loader);
            Host.instrumentation().addTransformer(probes, false);
        } catch (CannotGuide reason) {
            problem = reason.getMessage();
        } catch (Throwable e) {
            problem = "the search could not be prepared: " + e;
        }
    }

    /** Prepares the comparison with the failing test. */
    private Comparison comparison(Sight sight, ClassLoader loader) throws CannotGuide {
        if (judge.comparesInputs()) {
            for (String[] test : judge.tests()) {
                Inputs inputs = WrittenInputs.of(test[0], test[1], loader);
                judge.given(inputs == null ? new long[0] : inputs.numbers());
            }
            return new StatementInputs();
        }
        if (!judge.comparesConditions()) {
            return Comparison.NONE;
        }
        Conditions.prepare(sight.outcomes());
        SearchedClasses.change(new ConditionProbes(sight));
        // Otherwise a string comparison returns a distance, and conditions see other values than when they were
        // recorded. Only EvoSuite's own goals use distances.
        Properties.STRING_REPLACEMENT = false;
        return Comparison.CONDITIONS;
    }

    /** Loads the classes that insert probes: sandboxed threads may not load classes from our jar. */
    private static void loadAll(ClassLoader loader) throws IOException {
        File jar = Host.jar();
        if (!jar.isFile()) {
            return;
        }
        try (JarFile file = new JarFile(jar)) {
            for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                String name = entries.nextElement().getName();
                if (name.startsWith(OWN_CLASSES) && name.endsWith(".class")) {
                    load(name.substring(0, name.length() - ".class".length()).replace('/', '.'), loader);
                }
            }
        }
    }

    private static void load(String name, ClassLoader loader) {
        try {
            Class.forName(name, true, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return; // Not needed for inserting: those were linked with this class.
        }
    }

    @Override
    public TestGenerationStrategy strategy(FitnessSettings settings) {
        if (judge == null || problem != null) {
            String why = problem == null ? "the search was not prepared" : problem;
            return new NoSearch(why);
        }
        observer = new RowObserver(comparison);
        TestCaseExecutor.getInstance().addObserver(observer);
        return new MetricStrategy(settings, judge, observer);
    }

    @Override
    public void minimize(FitnessSettings settings, TestSuiteChromosome suite) {
        try {
            Minimizer.minimize(judge, suite);
        } catch (Throwable e) {
            Log.failure("the tests stay as long as they are", e);
        }
        end();
    }

    /** Ends the search: rows are no longer needed. */
    private void end() {
        if (observer != null) {
            TestCaseExecutor.getInstance().removeObserver(observer);
        }
        SearchedClasses.change(null);
        if (probes != null) {
            Host.instrumentation().removeTransformer(probes);
        }
    }

    @Override
    public List<String> header(FitnessSettings settings) {
        if (judge == null) {
            return Collections.emptyList();
        }
        List<String> lines = new ArrayList<>();
        lines.add("Generated by EvoSuite, led by Faultline's metric " + settings.fitness);
        lines.add("to explain " + judge.failing);
        lines.add("as recorded in " + new File(settings.spectrum).getName() + "; seed " + Randomness.getSeed());
        return lines;
    }
}
