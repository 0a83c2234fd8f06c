package io.faultline.evosuite.search;

import java.util.List;
import org.evosuite.coverage.branch.Branch;
import org.evosuite.coverage.branch.BranchCoverageTestFitness;

/** Short names of branch goals for the log: {@code sign:12 true}, {@code sign:14 case 3}, {@code sign}. */
final class GoalNames {
    private GoalNames() {}

    static String of(BranchCoverageTestFitness goal) {
        String method = goal.getMethod();
        int descriptor = method.indexOf('(');
        String name = descriptor < 0 ? method : method.substring(0, descriptor);
        Branch branch = goal.getBranch();
        if (branch == null) {
            return name;
        }
        return name + ":" + goal.getBranchGoal().getLineNumber() + outcome(branch, goal.getBranchExpressionValue());
    }

    private static String outcome(Branch branch, boolean value) {
        if (!branch.isSwitchCaseBranch()) {
            return value ? " true" : " false";
        }
        String which = branch.isDefaultCase() ? "default" : "case " + branch.getTargetCaseValue();
        return (value ? " " : " not ") + which;
    }

    static String of(List<BranchCoverageTestFitness> goals) {
        StringBuilder names = new StringBuilder();
        for (BranchCoverageTestFitness goal : goals) {
            names.append(names.length() == 0 ? "" : ", ").append(of(goal));
        }
        return names.toString();
    }
}
