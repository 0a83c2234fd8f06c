package io.faultline.evosuite.search;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.evosuite.coverage.branch.Branch;
import org.evosuite.coverage.branch.BranchCoverageFactory;
import org.evosuite.coverage.branch.BranchCoverageTestFitness;
import org.evosuite.graphs.cdg.ControlDependenceGraph;
import org.evosuite.graphs.cfg.BasicBlock;
import org.evosuite.graphs.cfg.BytecodeInstruction;
import org.evosuite.graphs.cfg.ControlDependency;
import org.evosuite.graphs.cfg.ControlFlowEdge;

/**
 * The goals that each branch goal hangs on, from EvoSuite's control-dependence graph of its method.
 *
 * <p>EvoSuite's own {@code BranchFitnessGraph}, from which later versions select goals, takes both outcomes of every
 * condition in front of a branch. This class takes the outcomes that decide whether the branch is reached.
 */
final class ControlDependences {
    private final Set<BranchCoverageTestFitness> goals;

    private ControlDependences(Collection<BranchCoverageTestFitness> goals) {
        this.goals = new HashSet<>(goals);
    }

    /** Returns the goals that each goal hangs on, none if a call of its method is enough to reach it. */
    static Map<BranchCoverageTestFitness, Set<BranchCoverageTestFitness>> of(
            Collection<BranchCoverageTestFitness> goals) {
        ControlDependences dependences = new ControlDependences(goals);
        Map<BranchCoverageTestFitness, Set<BranchCoverageTestFitness>> of = new LinkedHashMap<>();
        for (BranchCoverageTestFitness goal : goals) {
            of.put(goal, dependences.of(goal.getBranch()));
        }
        return of;
    }

    /** Returns the goals of the outcomes that lead to a branch; null stands for the branch that a method's call is. */
    private Set<BranchCoverageTestFitness> of(Branch branch) {
        Set<BranchCoverageTestFitness> found = new LinkedHashSet<>();
        if (branch == null || !graph(branch).knowsInstruction(branch.getInstruction())) {
            return found; // A call is enough, or the graph lacks the branch, as nothing reaches it.
        }
        ControlDependenceGraph graph = graph(branch);
        Set<BasicBlock> seen = new HashSet<>();
        Deque<BasicBlock> open = new ArrayDeque<>();
        open.add(branch.getInstruction().getBasicBlock());
        while (!open.isEmpty()) {
            BasicBlock block = open.remove();
            if (!seen.add(block)) {
                continue;
            }
            if (graph.isAdjacentToEntryBlock(block)) {
                return new LinkedHashSet<>(); // Reached by every call, too.
            }
            for (ControlFlowEdge edge : graph.incomingEdgesOf(block)) {
                ControlDependency on = edge.getControlDependency();
                BranchCoverageTestFitness goal =
                        on == null ? null : BranchCoverageFactory.createBranchCoverageTestFitness(on);
                if (goal != null && goals.contains(goal)) {
                    if (!isOf(branch.getInstruction(), on)) {
                        found.add(goal);
                    }
                } else {
                    // An outcome without a goal, or an edge without an outcome: what leads to its source leads here.
                    open.add(graph.getEdgeSource(edge));
                }
            }
        }
        return found;
    }

    private static ControlDependenceGraph graph(Branch branch) {
        return branch.getInstruction().getCDG();
    }

    /** Whether it is an outcome of the branch itself, as of a loop's condition: it was reached before. */
    private static boolean isOf(BytecodeInstruction branch, ControlDependency on) {
        return branch.equals(on.getBranch().getInstruction());
    }
}
