package io.faultline.maven;

import io.faultline.plugins.Arguments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * A goal that runs the build's tests without changes to the poms, and then evaluates them. Failing tests do not end it.
 */
abstract class AbstractBuildMojo extends AbstractReportMojo {
    /** The last phase of the build: <code>test</code>, or <code>verify</code> for integration tests. */
    @Parameter(property = "faultline.phase", defaultValue = "test")
    String phase;

    /** Names of classes to record, wherever they come from; by default the build's own classes. */
    @Parameter(property = "faultline.include")
    List<String> include;

    /** Names of classes not to record; takes precedence over <code>include</code>. */
    @Parameter(property = "faultline.exclude")
    List<String> exclude;

    /** Runs only the tests for which something has changed since they passed; the first build runs all. */
    @Parameter(property = "faultline.affected", defaultValue = "false")
    boolean affected;

    /** Which tests run first: <code>failing</code>, those most likely to fail. By default the build's order stays. */
    @Parameter(property = "faultline.first")
    String first;

    /** A baseline from elsewhere whose passes count where they are newer, relative to the folder of the build. */
    @Parameter(property = "faultline.baseline")
    String baseline;

    /** How often failing tests are run again after the build, each alone, to tell flaky ones. By default they are not. */
    @Parameter(property = "faultline.rerunFailed")
    String rerunFailed;

    @Override
    final void run(Program program) throws IOException, MojoExecutionException, MojoFailureException {
        // Report invalid parameters before running all tests.
        tryParameters(program);
        for (MavenProject module : session.getProjects()) {
            recordingsOf(module).clear();
        }
        Recordings recordings = new Recordings(seenFrom(top()));
        Arguments options = new Arguments()
                .options("--include", Arguments.parts(include))
                .options("--exclude", Arguments.parts(exclude))
                .flag("--affected", affected)
                .option("--first", first)
                .option("--baseline", baseline)
                .option("--rerun-failed", rerunFailed);
        RecordedBuild build = new RecordedBuild(session, top(), root(), phase, options);
        getLog().debug(build.command(recordings.folder()).toString());
        int code = build.run(program, recordings);
        report(program, recordings.folder());
        if (code != 0) {
            throw new MojoFailureException("the build failed, and not by its tests alone (exit code " + code + "); "
                    + used() + " what was recorded until then");
        }
    }

    /** The verb phrase for the message on recordings of a failed build. */
    String used() {
        return "used was";
    }

    /**
     * Makes the program parse the parameters without doing anything. Errors: the program's own, about an invalid value.
     */
    private void tryParameters(Program program) throws IOException, MojoExecutionException {
        List<String> said = new ArrayList<>();
        // The program parses the values before --help, then prints the help.
        if (program.run(arguments().flag("--help", true), line -> {}, said::add) != 0) {
            throw new MojoExecutionException(String.join("\n", said));
        }
    }

    /** The goal starts a recorded build of its own. */
    @Override
    final boolean isPartOfARecordedBuild() {
        return false;
    }

    @Override
    final void unsupported(String reason) throws MojoExecutionException {
        throw new MojoExecutionException(reason);
    }
}
