package io.faultline.maven;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** A goal that runs the build's tests, whatever its poms say, and then asks about them. Failing tests do not end it. */
abstract class AbstractBuildMojo extends AbstractReportMojo {
    /** How far the build goes: <code>test</code>, or <code>verify</code> for integration tests. */
    @Parameter(property = "faultline.phase", defaultValue = "test")
    String phase;

    /** Record classes of these names, wherever they come from; by default the build's own. */
    @Parameter(property = "faultline.include")
    List<String> include;

    /** Do not record classes of these names; wins over <code>include</code>. */
    @Parameter(property = "faultline.exclude")
    List<String> exclude;

    @Override
    final void run(Program program) throws IOException, MojoExecutionException, MojoFailureException {
        // Rather now than after all tests.
        tryParameters(program);
        for (MavenProject module : session.getProjects()) {
            recordingsOf(module).clear();
        }
        Recordings recordings = new Recordings(seenFrom(top()));
        RecordedBuild build = new RecordedBuild(session, top(), root(), phase, include, exclude);
        getLog().debug(build.command(recordings.folder()).toString());
        int code = build.run(program, recordings);
        report(program, recordings.folder());
        if (code != 0) {
            throw new MojoFailureException("the build failed, and not by its tests alone (exit code " + code + "); " + used()
                    + " what was recorded until then");
        }
    }

    /** What was done, in words, with recordings of a build that failed. */
    String used() {
        return "used was";
    }

    /** Has the program read the parameters and do nothing. Errors: its own, about a value that it does not know. */
    private void tryParameters(Program program) throws IOException, MojoExecutionException {
        List<String> said = new ArrayList<>();
        // The values before --help are read, then help is printed.
        if (program.run(arguments().flag("--help", true), line -> {}, said::add) != 0) {
            throw new MojoExecutionException(String.join("\n", said));
        }
    }

    /** It is a recorded build. */
    @Override
    final boolean isPartOfARecordedBuild() {
        return false;
    }

    @Override
    final void unsupported(String reason) throws MojoExecutionException {
        throw new MojoExecutionException(reason);
    }
}
