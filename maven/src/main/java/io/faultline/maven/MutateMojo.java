package io.faultline.maven;

import java.io.File;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the build's tests, whatever its poms say, and then those again that fail, on code with one small change at a
 * time: which changes they notice says which line is to blame. Failing tests do not end it.
 */
@Mojo(name = "mutate", aggregator = true, threadSafe = true)
public final class MutateMojo extends AbstractAgainMojo {
    /** Which passing tests run as well: <code>ietcr</code>, <code>ietcr:20</code>, <code>all</code>, <code>failing</code>. */
    @Parameter(property = "faultline.mutate.tests")
    String tests;

    /** Which changes are tried: <code>all</code>, or a sample like <code>sample:30%</code>. */
    @Parameter(property = "faultline.mutants")
    String mutants;

    /** How many JVMs at a time; by default as the cores and the free memory allow. */
    @Parameter(property = "faultline.jobs")
    Integer jobs;

    /** How many lines to show; 0 is all. */
    @Parameter(property = "faultline.top")
    Integer top;

    /** Also write what was found into this file, as JSON. */
    @Parameter(property = "faultline.mutate.json")
    File json;

    @Override
    Arguments command() {
        return new Arguments("mutate")
                .option("--tests", tests)
                .option("--mutants", mutants)
                .option("--jobs", jobs)
                .option("--top", top);
    }

    @Override
    File json() {
        return json;
    }
}
