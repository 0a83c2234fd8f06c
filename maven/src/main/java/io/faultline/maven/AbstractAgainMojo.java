package io.faultline.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * A goal that runs the build's tests, whatever its poms say, and then has a command of the program start recorded tests again.
 * Failing tests do not end it.
 */
abstract class AbstractAgainMojo extends AbstractReportMojo {
    /** How far the build goes: <code>test</code>, or <code>verify</code> for integration tests. */
    @Parameter(property = "faultline.phase", defaultValue = "test")
    String phase;

    /** Record classes of these names, wherever they come from; by default the build's own. */
    @Parameter(property = "faultline.include")
    List<String> include;

    /** Do not record classes of these names; wins over <code>include</code>. */
    @Parameter(property = "faultline.exclude")
    List<String> exclude;

    /** Explain only these failing tests, each <code>Class#method</code>. */
    @Parameter(property = "faultline.failing")
    List<String> failing;

    /** How long tests may run again: <code>20s</code>, <code>5m</code>. */
    @Parameter(property = "faultline.budget")
    String budget;

    /** The program's command, and what the goal's own parameters add to it. */
    abstract Arguments command();

    /** Where JSON goes as well; null for nowhere. */
    abstract File json();

    @Override
    final void run(Installation installation) throws IOException, MojoExecutionException, MojoFailureException {
        Program program = new Program(installation, top());
        // Rather now than after all tests.
        tryParameters(program);
        for (MavenProject module : session.getProjects()) {
            recordingsOf(module).clear();
        }
        Recordings recordings = new Recordings(seenFrom(top()));
        RecordedBuild build = new RecordedBuild(session, top(), root(), phase, include, exclude);
        getLog().debug("faultline " + String.join(" ", build.command(recordings.folder())));
        int code = build.run(program, recordings);
        report(program, recordings.folder());
        if (code != 0) {
            throw new MojoFailureException("the build failed, and not by its tests alone (exit code " + code
                    + "); used was what was recorded until then");
        }
    }

    @Override
    final void report(Program program, Path recordings) throws IOException, MojoExecutionException {
        File file = json() == null ? null : json().getAbsoluteFile();
        List<String> command = arguments().option("--json-file", file).plain(Collections.singleton(recordings)).list();
        getLog().debug("faultline " + String.join(" ", command));
        // What each stage finds is told on standard error, as it is found.
        List<String> said = new ArrayList<>();
        int code = program.run(command, getLog()::info, line -> {
            said.add(line);
            getLog().info(line);
        });
        if (code == NOTHING_FAILED) {
            getLog().info("no test failed, so there is nothing to explain");
        } else if (code != 0) {
            String what = "faultline " + command.get(0) + " ended with " + code;
            throw new MojoExecutionException(said.isEmpty() ? what : said.get(said.size() - 1));
        } else if (file != null) {
            getLog().info("written: " + json());
        }
    }

    /** Has the program read the parameters and do nothing. Errors: its own, about a value that it does not know. */
    private void tryParameters(Program program) throws IOException, MojoExecutionException {
        List<String> said = new ArrayList<>();
        if (program.run(arguments().flag("--help", true).list(), line -> {}, said::add) != 0) {
            throw new MojoExecutionException(String.join("\n", said));
        }
    }

    private Arguments arguments() {
        return command()
                .option("--budget", budget)
                .options("--failing", failing)
                .option("--color", "never");
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
