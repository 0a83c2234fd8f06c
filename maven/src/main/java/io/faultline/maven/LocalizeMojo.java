package io.faultline.maven;

import io.faultline.plugins.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the build's tests without changes to the poms, and ranks the suspects. Failing tests do not end it.
 *
 * <p>The build runs in a separate Maven process, started with the options of this one. The agent must be in that JVM
 * from its start to reach tests regardless of their <code>argLine</code>, and tests that Maven does not fork.
 */
@Mojo(name = "localize", aggregator = true, threadSafe = true)
public final class LocalizeMojo extends LocalizeOptions {
    /** Also writes the suspects as a folder of HTML pages, like the goal <code>report</code>. */
    @Parameter(property = "faultline.report", defaultValue = "false")
    boolean report;

    /** Folder of the pages, relative to the folder of the build; by default <code>target/faultline-report</code>. */
    @Parameter(property = "faultline.report.out")
    String reportOut;

    @Override
    void report(Program program, Path recordings) throws IOException, MojoExecutionException, MojoFailureException {
        super.report(program, recordings);
        if (report || reportOut != null) {
            Arguments pages =
                    new Arguments("report").option("--ranking", ranking).options("--failing", failing);
            writePages(program, recordings, pages, reportOut);
        }
    }

    @Override
    String used() {
        return "ranked is";
    }
}
