package io.faultline.evosuite.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evosuite.coverage.branch.BranchCoverageTestFitness;
import org.evosuite.ga.ChromosomeFactory;
import org.evosuite.ga.FitnessFunction;
import org.evosuite.ga.metaheuristics.mosa.MOSA;
import org.evosuite.rmi.ClientServices;
import org.evosuite.statistics.RuntimeVariable;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.execution.ExecutionResult;
import org.evosuite.testcase.execution.ExecutionTrace;
import org.evosuite.testcase.execution.TestCaseExecutor;

/**
 * EvoSuite's MOSA, whose objectives are the active goals alone: DynaMOSA, which EvoSuite has from 1.1.0 on.
 *
 * <p>{@code uncoveredGoals}, by which MOSA sorts its population, has the active goals. They are the only ones whose
 * fitness is computed. Goals that a test covers besides are found in its trace.
 *
 * <p>The search does not end when all goals are covered. From then on its objectives are the goals that have fewer tests
 * than wanted; it ends early only when there are none, as it would keep no test more.
 */
final class DynamicMosa extends MOSA<TestChromosome> {
    private static final long serialVersionUID = 1L;

    private final transient KeptTests kept;
    private transient ActiveGoals<BranchCoverageTestFitness> goals;

    /** The goals by what a trace says of them: ids of branches, names of methods without branches. */
    private final transient Map<Integer, BranchCoverageTestFitness> ifTrue = new HashMap<>();

    private final transient Map<Integer, BranchCoverageTestFitness> ifFalse = new HashMap<>();
    private final transient Map<String, BranchCoverageTestFitness> ofMethod = new HashMap<>();

    DynamicMosa(ChromosomeFactory<TestChromosome> factory, KeptTests kept) {
        super(factory);
        this.kept = kept;
    }

    @Override
    public void generateSolution() {
        prepare();
        if (population.isEmpty()) {
            initializePopulation();
        }
        rank();
        while (!isFinished() && !uncoveredGoals.isEmpty()) {
            evolve();
            seekFurtherTests();
            notifyIteration();
        }
        ClientServices.getInstance()
                .getClientNode()
                .trackOutputVariable(RuntimeVariable.Time2MaxCoverage, budgetMonitor.getTime2MaxCoverage());
        notifySearchFinished();
    }

    private void prepare() {
        List<BranchCoverageTestFitness> all = new ArrayList<>();
        for (FitnessFunction<TestChromosome> function : fitnessFunctions) {
            BranchCoverageTestFitness goal = (BranchCoverageTestFitness) function;
            all.add(goal);
            if (goal.getBranch() == null) {
                ofMethod.put(goal.getClassName() + "." + goal.getMethod(), goal);
            } else {
                (goal.getBranchExpressionValue() ? ifTrue : ifFalse)
                        .put(goal.getBranch().getActualBranchId(), goal);
            }
        }
        goals = new ActiveGoals<>(ControlDependences.of(all));
        uncoveredGoals.addAll(goals.active());
        Log.say("searching " + uncoveredGoals.size() + " of " + all.size() + " branches at first: "
                + GoalNames.of(goals.active()));
    }

    private void rank() {
        ranking.computeRankingAssignment(population, uncoveredGoals);
        for (int front = 0; front < ranking.getNumberOfSubfronts(); front++) {
            distance.fastEpsilonDominanceAssignment(ranking.getSubfront(front), uncoveredGoals);
        }
    }

    /** Once all goals are covered, the objectives are those with too few tests. */
    private void seekFurtherTests() {
        if (goals.areAllCovered()) {
            uncoveredGoals.clear();
            uncoveredGoals.addAll(kept.lacking(fitnessFunctions));
        }
    }

    @Override
    protected void calculateFitness(TestChromosome test) {
        ExecutionResult result = TestCaseExecutor.runTest(test.getTestCase());
        test.setLastExecutionResult(result);
        test.setChanged(false);
        if (KeptTests.isUsable(result)) {
            evaluate(test, result.getTrace());
        } else {
            for (FitnessFunction<TestChromosome> goal : uncoveredGoals) {
                test.setFitness(goal, Double.MAX_VALUE);
            }
        }
        if (uncoveredGoals.isEmpty()) {
            seekFurtherTests(); // MOSA cannot sort a population by nothing.
        }
        notifyEvaluation(test);
        budgetMonitor.checkMaxCoverage(archive.size());
    }

    /** Computes the fitness for all active goals, those included that become active by this test. */
    private void evaluate(TestChromosome test, ExecutionTrace trace) {
        Set<BranchCoverageTestFitness> done = new LinkedHashSet<>();
        Deque<BranchCoverageTestFitness> open = new ArrayDeque<>(goals.active());
        open.addAll(covered(trace));
        while (!open.isEmpty()) {
            BranchCoverageTestFitness goal = open.remove();
            if (done.add(goal) && goal.getFitness(test) == 0) {
                archive(goal, test);
                open.addAll(cover(goal));
            }
        }
    }

    /** Returns the goals that a trace covers. */
    private Collection<BranchCoverageTestFitness> covered(ExecutionTrace trace) {
        Set<BranchCoverageTestFitness> covered = new LinkedHashSet<>();
        for (Integer branch : trace.getCoveredTrueBranches()) {
            covered.add(ifTrue.get(branch));
        }
        for (Integer branch : trace.getCoveredFalseBranches()) {
            covered.add(ifFalse.get(branch));
        }
        for (String method : trace.getCoveredBranchlessMethods()) {
            covered.add(ofMethod.get(method));
        }
        covered.remove(null); // Branches of other classes.
        return covered;
    }

    /** As MOSA does: of several tests that cover a goal, its archive has the one with the better secondary objective. */
    private void archive(BranchCoverageTestFitness goal, TestChromosome test) {
        test.getTestCase().getCoveredGoals().add(goal);
        TestChromosome before = archive.get(goal);
        if (before == null || test.compareSecondaryObjective(before) < 0) {
            archive.put(goal, test);
        }
    }

    /** Marks a goal as covered, and returns those that become active by it. */
    private List<BranchCoverageTestFitness> cover(BranchCoverageTestFitness goal) {
        boolean wasCovered = goals.areAllCovered();
        List<BranchCoverageTestFitness> begun = goals.cover(goal);
        if (!wasCovered) {
            uncoveredGoals.remove(goal);
            uncoveredGoals.addAll(begun);
        }
        if (!begun.isEmpty()) {
            Log.say("covered " + GoalNames.of(goal) + ", now searching " + GoalNames.of(begun));
        }
        return begun;
    }
}
