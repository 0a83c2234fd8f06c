package io.faultline.maven;

import io.faultline.maven.Rule.Bound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Fails the build when the module's tests are not as good as its rules ask for. Rules that are not set do not count. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CheckMojo extends AbstractReportMojo {
    /** At least so many tests that passed or failed. */
    @Parameter(property = "faultline.check.minTests")
    Double minTests;

    /** At most so many tests that failed. */
    @Parameter(property = "faultline.check.maxFailed")
    Double maxFailed;

    /** At most so many tests that were skipped or gave up on an assumption. */
    @Parameter(property = "faultline.check.maxSkipped")
    Double maxSkipped;

    /** At most so many tests that run no line of the build. */
    @Parameter(property = "faultline.check.maxIdleTests")
    Double maxIdleTests;

    /** At least this share of lines that a test runs, from 0 to 1. */
    @Parameter(property = "faultline.check.minCovered")
    Double minCovered;

    /** At least this density: how near the share of ones in tests x lines is to one half, from 0 to 1. */
    @Parameter(property = "faultline.check.minDensity")
    Double minDensity;

    /** At most this density. */
    @Parameter(property = "faultline.check.maxDensity")
    Double maxDensity;

    /** At least this diversity: the chance that two different tests run different lines. */
    @Parameter(property = "faultline.check.minDiversity")
    Double minDiversity;

    /** At least this uniqueness: ambiguity groups per line, 1 when every two lines can be told apart. */
    @Parameter(property = "faultline.check.minUniqueness")
    Double minUniqueness;

    /** At least this DDU: density x diversity x uniqueness. */
    @Parameter(property = "faultline.check.minDdu")
    Double minDdu;

    /** At most this EntBug: the distance of the share of ones from one half. */
    @Parameter(property = "faultline.check.maxEntBug")
    Double maxEntBug;

    /** At most so many lines that tests run and that exactly the same tests run. */
    @Parameter(property = "faultline.check.maxLargestGroup")
    Double maxLargestGroup;

    /**
     * What the rules from <code>minCovered</code> on are asked of: the <code>suite</code> as a whole, each
     * <code>package</code> or each <code>class</code>.
     */
    @Parameter(property = "faultline.check.level", defaultValue = "suite")
    String checkLevel;

    /** Say what is violated and let the build go on. */
    @Parameter(property = "faultline.check.warnOnly", defaultValue = "false")
    boolean warnOnly;

    @Override
    void report(Program program, Path recordings) throws IOException, MojoExecutionException, MojoFailureException {
        List<String> violations = violations(measures(program, recordings));
        for (String violation : violations) {
            if (warnOnly) {
                getLog().warn(violation);
            } else {
                getLog().error(violation);
            }
        }
        if (violations.isEmpty()) {
            getLog().info("all rules are kept");
        } else if (!warnOnly) {
            throw new MojoFailureException(
                    violations.size() == 1 ? violations.get(0) : violations.size() + " rules are violated, first: " + violations.get(0));
        }
    }

    private Measures measures(Program program, Path recordings) throws IOException, MojoExecutionException {
        List<String> command = new Arguments("suite", "--json", "--top=1")
                .plain(Collections.singleton(recordings))
                .list();
        StringBuilder out = new StringBuilder();
        List<String> said = new ArrayList<>();
        int code = program.run(command, line -> out.append(line).append('\n'), said::add);
        if (code != 0) {
            throw new MojoExecutionException(String.join("\n", said));
        }
        return new Measures(out.toString());
    }

    /** All violated rules, a sentence each. Errors: no rule is set, or the level is unknown. */
    List<String> violations(Measures measures) throws MojoExecutionException {
        List<Measures.Part> parts;
        try {
            parts = measures.parts(checkLevel);
        } catch (IllegalArgumentException e) {
            throw new MojoExecutionException(e.getMessage(), e);
        }
        Table table = new Table();
        double counted = measures.tests("passed") + measures.tests("failed");
        table.once("minTests", Bound.MIN, minTests, "number of tests", counted);
        table.once("maxFailed", Bound.MAX, maxFailed, "number of failed tests", measures.tests("failed"));
        table.once("maxSkipped", Bound.MAX, maxSkipped, "number of skipped tests", measures.tests("skipped") + measures.tests("aborted"));
        table.once("maxIdleTests", Bound.MAX, maxIdleTests, "number of tests that run no line", measures.parts("suite").get(0).value("idle_tests"));
        table.each("minCovered", Bound.MIN, minCovered, "share of covered lines", parts, part -> part.value("covered") / part.value("elements"));
        table.each("minDensity", Bound.MIN, minDensity, "density", parts, part -> part.value("density"));
        table.each("maxDensity", Bound.MAX, maxDensity, "density", parts, part -> part.value("density"));
        table.each("minDiversity", Bound.MIN, minDiversity, "diversity", parts, part -> part.value("diversity"));
        table.each("minUniqueness", Bound.MIN, minUniqueness, "uniqueness", parts, part -> part.value("uniqueness"));
        table.each("minDdu", Bound.MIN, minDdu, "DDU", parts, part -> part.value("ddu"));
        table.each("maxEntBug", Bound.MAX, maxEntBug, "EntBug", parts, part -> part.value("entbug"));
        table.each("maxLargestGroup", Bound.MAX, maxLargestGroup, "largest ambiguity group", parts, part -> part.value("largest"));
        if (table.rules == 0) {
            throw new MojoExecutionException("check has no rule; set one in its <configuration>, as <minDdu>0.1</minDdu>,"
                    + " or by -Dfaultline.check.minDdu=0.1; mvn " + goal("help") + " -Ddetail -Dgoal=check lists them");
        }
        return table.violations;
    }

    /** The rules that are set, and what violates them. */
    private static final class Table {
        final List<String> violations = new ArrayList<>();
        int rules;

        void once(String parameter, Bound bound, Double limit, String words, double value) {
            if (limit != null) {
                rules++;
                add(new Rule(parameter, bound, limit, words).violation("the suite", value));
            }
        }

        void each(String parameter, Bound bound, Double limit, String words, List<Measures.Part> parts,
                ToDoubleFunction<Measures.Part> value) {
            if (limit != null) {
                rules++;
                Rule rule = new Rule(parameter, bound, limit, words);
                parts.forEach(part -> add(rule.violation(part.name, value.applyAsDouble(part))));
            }
        }

        private void add(String violation) {
            if (violation != null) {
                violations.add(violation);
            }
        }
    }
}
