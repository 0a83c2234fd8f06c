package io.faultline.maven;

import java.io.File;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the build's tests, whatever its poms say, and grows further ones from those that fail: edits of a failing test that pass
 * say which code is not to blame. Failing tests do not end it.
 */
@Mojo(name = "amplify", aggregator = true, threadSafe = true)
public final class AmplifyMojo extends AbstractAgainMojo {
    /** Write the grown tests that tell most into this folder, as sources. */
    @Parameter(property = "faultline.amplify.out")
    File out;

    /** How many of them. */
    @Parameter(property = "faultline.amplify.tests")
    Integer tests;

    /** A commit or tag that is right: it is built beside this one, and says how grown tests should end. */
    @Parameter(property = "faultline.amplify.oracleRevision")
    String oracleRevision;

    /** What edits are drawn depends on it. */
    @Parameter(property = "faultline.seed")
    Long seed;

    /** Also write what was found into this file, as JSON. */
    @Parameter(property = "faultline.amplify.json")
    File json;

    @Override
    Arguments command() {
        return new Arguments("amplify")
                .option("--out", out)
                .option("--tests", tests)
                .option("--oracle-rev", oracleRevision)
                .option("--seed", seed)
                .options("--source", testSources());
    }

    @Override
    File json() {
        return json;
    }
}
