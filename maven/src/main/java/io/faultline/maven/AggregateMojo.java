package io.faultline.maven;

import io.faultline.plugins.Arguments;
import java.io.File;
import java.io.IOException;
import java.util.Collections;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Collects the recordings of all modules at the top of the build, where the command line also finds them, and ranks and
 * measures them as a whole. In a pom it may be bound in one module or in all: it works in the last of these. Called by
 * name, it works in the last module of the build.
 *
 * <p>It is no aggregator in Maven's sense: before running an aggregator, Maven changes the class paths of all modules,
 * including those that other threads are compiling.
 */
@Mojo(name = "aggregate", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class AggregateMojo extends RankOptions {
    /** Also reports how well the tests distinguish lines. */
    @Parameter(property = "faultline.suite", defaultValue = "true")
    boolean suite;

    /** JSON file to which the measures of the suite are also written. */
    @Parameter(property = "faultline.suite.json")
    File suiteJson;

    @Override
    void run(Program program) throws IOException, MojoExecutionException, MojoFailureException {
        Recordings all = new WholeBuild(this).collected(program);
        if (all == null) {
            return;
        }
        report(program, all.folder());
        if (suite) {
            Arguments arguments = new Arguments("suite").option("--top", top).option("--color", "never");
            report(program, arguments.option("--json-file", suiteJson).plain(Collections.singleton(all.folder())));
        }
    }
}
