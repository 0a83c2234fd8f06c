package io.faultline.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Chooses the module's tests that tell most about a failure. */
@Mojo(name = "select", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class SelectMojo extends AbstractReportMojo {
    /** How many tests to choose. */
    @Parameter(property = "faultline.top")
    Integer top;

    /** What makes a test worth choosing: <code>eap</code>, <code>ddu</code>, <code>rlfdc</code>, ... */
    @Parameter(property = "faultline.metric")
    String metric;

    /** Choose from these instead: a recording or a folder of them, or a file with the name of a test per line. */
    @Parameter(property = "faultline.pool")
    File pool;

    /** Believe the outcomes in the pool's recording. */
    @Parameter(property = "faultline.labelled", defaultValue = "false")
    boolean labelled;

    /** Explain only these failing tests, each <code>Class#method</code>. */
    @Parameter(property = "faultline.failing")
    List<String> failing;

    /** Which tests are there before the first is chosen: <code>each</code>, <code>all-failing</code> or <code>suite</code>. */
    @Parameter(property = "faultline.given")
    String given;

    /** Ranking of which the effect is shown. */
    @Parameter(property = "faultline.ranking")
    String ranking;

    /** Place of equal scores in that ranking. */
    @Parameter(property = "faultline.ties")
    String ties;

    /** Also write the choice into this file, as JSON. */
    @Parameter(property = "faultline.select.json")
    File json;

    @Override
    void report(Program program, Path recordings) throws IOException, MojoExecutionException {
        Arguments arguments = new Arguments("select")
                .option("--top", top)
                .option("--metric", metric)
                .option("--pool", pool)
                .flag("--labelled", labelled)
                .options("--failing", failing)
                .option("--given", given)
                .option("--ranking", ranking)
                .option("--ties", ties)
                .options("--source", testSources())
                .option("--color", "never")
                .plain(Collections.singleton(recordings));
        report(program, arguments, json);
    }
}
