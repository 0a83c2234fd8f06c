package io.faultline.gradle;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.tasks.Nested;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/** Fails the build when a measure of the recorded tests breaks a rule. */
@UntrackedTask(because = "It reads the recordings that are there")
public abstract class CheckTask extends RecordingsTask {
    private static final List<String> SCOPES = Arrays.asList("suite", "package", "class");

    /** The rules. */
    @Nested
    public abstract ListProperty<CheckRule> getRules();

    @TaskAction
    void check() {
        List<CheckRule> rules = getRules().get();
        if (rules.isEmpty()) {
            getLogger().lifecycle("faultline: there is no rule to check; write one, as in: "
                    + "faultline { rules { minimum(\"ddu\", 0.1) } }");
            return;
        }
        List<String> arguments = new ArrayList<>();
        arguments.add("suite");
        arguments.add("--csv");
        arguments.addAll(recordedOrFail());
        SuiteMeasures measures = new SuiteMeasures(succeed(arguments));
        List<String> violations = new ArrayList<>();
        rules.forEach(rule -> check(rule, measures, violations));
        if (!violations.isEmpty()) {
            throw new GradleException(String.join("\n", violations));
        }
        getLogger().lifecycle("faultline: the tests keep " + rules.size() + (rules.size() == 1 ? " rule" : " rules"));
    }

    /** Adds a sentence for each row that breaks the rule. Errors: the rule makes no sense. */
    static void check(CheckRule rule, SuiteMeasures measures, List<String> violations) {
        String measure = rule.getMeasure().get();
        String scope = rule.getScope().get();
        if (!measures.measures().contains(measure)) {
            throw new GradleException("faultline: a rule is about `" + measure + "`, which is no measure; there are "
                    + String.join(", ", measures.measures()));
        }
        if (!SCOPES.contains(scope)) {
            throw new GradleException("faultline: a rule is for each `" + scope + "`; it can be suite, package or class");
        }
        for (SuiteMeasures.Row row : measures.rows()) {
            if (row.scope.equals(scope) && NamePatterns.choose(rule.getIncludes().get(), row.name)) {
                check(rule, measure, row, measures.value(row, measure), violations);
            }
        }
    }

    /** Not a number breaks every rule. */
    private static void check(
            CheckRule rule, String measure, SuiteMeasures.Row row, double value, List<String> violations) {
        String what = "faultline: " + measure + " of the " + (row.scope + " " + row.name).trim() + " is " + rounded(value);
        if (rule.getMinimum().isPresent() && !(value >= rule.getMinimum().get())) {
            violations.add(what + ", less than the minimum of " + rule.getMinimum().get());
        }
        if (rule.getMaximum().isPresent() && !(value <= rule.getMaximum().get())) {
            violations.add(what + ", more than the maximum of " + rule.getMaximum().get());
        }
    }

    /** To six digits: enough to tell two suites apart. */
    private static String rounded(double value) {
        if (Double.isNaN(value)) {
            return "not a number";
        }
        return BigDecimal.valueOf(value).round(new MathContext(6)).stripTrailingZeros().toPlainString();
    }
}
