package io.faultline.evosuite.search;

import io.faultline.evosuite.adapter.FitnessSettings;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.evosuite.Properties;
import org.evosuite.ga.metaheuristics.GeneticAlgorithm;
import org.evosuite.ga.stoppingconditions.RMIStoppingCondition;
import org.evosuite.rmi.ClientServices;
import org.evosuite.rmi.service.ClientState;
import org.evosuite.statistics.RuntimeVariable;
import org.evosuite.strategy.PropertiesTestGAFactory;
import org.evosuite.strategy.TestGenerationStrategy;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testsuite.TestSuiteChromosome;

/**
 * Searches in rounds: each evolves a population by the metric's fitness given the accepted tests, then accepts the best
 * test.
 *
 * <p>Source: Zhuo et al., Automatically learning a precise measurement for fault diagnosis capability of test cases,
 * TOSEM (rounds of 2 s, each with a fresh population).
 */
final class MetricStrategy extends TestGenerationStrategy {
    private final FitnessSettings settings;
    private final Judge judge;
    private final MetricFitness fitness;
    private final Patience patience = new Patience();
    private final SuiteSoFar soFar;
    private final TestSuiteChromosome suite = new TestSuiteChromosome();
    private int rounds;

    MetricStrategy(FitnessSettings settings, Judge judge, RowObserver observer) {
        this.settings = settings;
        this.judge = judge;
        this.fitness = new MetricFitness(judge);
        this.soFar = new SuiteSoFar(observer);
    }

    /** After a failure the suite has the tests accepted so far. */
    @Override
    public TestSuiteChromosome generateTests() {
        try {
            if (canGenerateTestsForSUT()) {
                search();
            } else {
                Log.say("found nothing to call in " + Properties.TARGET_CLASS);
            }
        } catch (Throwable e) {
            Log.failure("the search ended early, with " + suite.size() + " tests kept", e);
        } finally {
            patience.restore();
            soFar.close();
        }
        // Otherwise the writer drops a test that is a prefix of another one, although it runs fewer lines.
        Properties.CALL_PROBABILITY = Math.max(Properties.CALL_PROBABILITY, Double.MIN_VALUE);
        sendExecutionStatistics();
        // Otherwise the master waits for the number in vain.
        ClientServices.getInstance()
                .getClientNode()
                .trackOutputVariable(RuntimeVariable.Total_Goals, judge.standing().suspicious);
        return suite;
    }

    private void search() {
        GeneticAlgorithm<TestChromosome> algorithm = algorithm();
        long start = System.nanoTime();
        StopFile stop = new StopFile(settings.stop);
        RoundLimit limit = new RoundLimit(fitness, Properties.SEARCH_BUDGET * 1000L, stop);
        algorithm.addFitnessFunction(fitness);
        algorithm.setStoppingCondition(limit);
        algorithm.addStoppingCondition(RMIStoppingCondition.getInstance());
        ClientServices.getInstance().getClientNode().changeState(ClientState.SEARCH);
        Judge.Standing at = judge.standing();
        Log.say(settings.fitness + ": " + at.suspicious + " suspicious lines of " + at.lines + " in sight");
        if (settings.roundEvaluations <= 0) {
            patience.shorten(settings.roundMillis);
            warmUp(algorithm, limit);
        }
        while (!limit.isOver()
                && (settings.rounds <= 0 || rounds < settings.rounds)
                && !RMIStoppingCondition.getInstance().isFinished()) {
            round(algorithm, limit);
        }
        long nanos = Math.max(1, System.nanoTime() - start);
        Log.say(String.format(
                Locale.ROOT,
                "%d rounds, %d evaluations, %.1f s, of which judging %.3f %%",
                rounds,
                fitness.evaluations(),
                nanos / 1e9,
                100.0 * fitness.judgingNanos() / nanos));
        if (stop.isThere()) {
            Patience.hurry();
        }
    }

    /** Creates one algorithm for all rounds, because each search would start threads and wait seconds for them. */
    private static GeneticAlgorithm<TestChromosome> algorithm() {
        Properties.TEST_ARCHIVE = false;
        Properties.STOP_ZERO = false;
        // Two strategies have single tests as individuals; this one uses the configured factory.
        Properties.STRATEGY = Properties.Strategy.ONEBRANCH;
        boolean seeds = Properties.SELECTED_JUNIT != null && !Properties.SELECTED_JUNIT.isEmpty();
        Properties.TEST_FACTORY = seeds ? Properties.TestFactory.JUNIT : Properties.TestFactory.RANDOM;
        Properties.SELECTION_FUNCTION = Properties.SelectionFunction.RANK;
        if (Properties.ALGORITHM.name().equals("DYNAMOSA")) {
            Properties.ALGORITHM = Properties.Algorithm.MONOTONIC_GA; // The default of later versions has many goals.
        }
        boolean statistics = Properties.NEW_STATISTICS;
        Properties.NEW_STATISTICS = false;
        try {
            return new PropertiesTestGAFactory().getSearchAlgorithm();
        } finally {
            Properties.NEW_STATISTICS = statistics;
        }
    }

    /**
     * Creates the first population, which loads classes and runs cold code, before the first round, and adds it to the
     * round.
     */
    private static void warmUp(GeneticAlgorithm<TestChromosome> algorithm, RoundLimit limit) {
        limit.timed(0, Properties.POPULATION);
        algorithm.initializePopulation();
    }

    private void round(GeneticAlgorithm<TestChromosome> algorithm, RoundLimit limit) {
        rounds++;
        long before = fitness.evaluations();
        long start = System.nanoTime();
        if (settings.roundEvaluations > 0) {
            limit.counted(settings.roundEvaluations);
        } else {
            limit.timed(settings.roundMillis, algorithm.getPopulationSize() == 0 ? Properties.POPULATION : 0);
        }
        algorithm.generateSolution();
        TestChromosome best = algorithm.getBestIndividual();
        long[] hits = best == null ? null : MetricFitness.hits(best.getLastExecutionResult());
        String outcome;
        if (hits == null) {
            outcome = "nothing found";
            patience.restore(); // Perhaps all tests are slow.
        } else {
            outcome = keep(best, hits);
        }
        Judge.Standing now = judge.standing();
        Log.say(String.format(
                Locale.ROOT,
                "round %d: %d ms, %d evaluations, %s; %d tests, %d groups",
                rounds,
                (System.nanoTime() - start) / 1_000_000,
                fitness.evaluations() - before,
                outcome,
                suite.size(),
                now.groups));
        fitness.nextRound();
        if (settings.carry) {
            valueAgain(algorithm.getPopulation());
        } else {
            algorithm.clearPopulation();
        }
    }

    /** Accepts the best test of a round if possible. */
    private String keep(TestChromosome best, long[] hits) {
        double score = judge.score(hits);
        Judge.Joining joining = judge.accept(hits, Properties.TARGET_CLASS + " round " + rounds);
        if (joining == Judge.Joining.JOINED) {
            TestChromosome kept = suite.addTest(best.getTestCase().clone());
            kept.setLastExecutionResult(best.getLastExecutionResult());
            kept.setChanged(false);
            export();
            soFar.write(suite);
        }
        // All digits, so that the number can be compared with that of a selection.
        return "best " + score + ", " + joining.words;
    }

    /** Exports after every accepted test, so that the results survive the JVM. */
    private void export() {
        String failed = settings.export == null ? null : judge.write(settings.export);
        if (failed != null) {
            Log.say(failed);
        }
    }

    /** Values a population that is carried over given the new tests, without executing it again, and sorts it. */
    private void valueAgain(List<TestChromosome> population) {
        for (TestChromosome test : population) {
            fitness.getFitness(test);
        }
        Collections.sort(population);
    }
}
