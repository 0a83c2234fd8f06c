package io.faultline.maven;

import java.io.IOException;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Runs the build's tests, whatever its poms say, and ranks the suspects. Failing tests do not end it.
 *
 * <p>The build runs in a Maven of its own, started with the options of this one: the agent must be in that JVM from its
 * start to reach tests whatever their <code>argLine</code>, and tests that Maven does not fork.
 */
@Mojo(name = "localize", aggregator = true, threadSafe = true)
public final class LocalizeMojo extends AbstractRankingMojo {
    /** How far the build goes: <code>test</code>, or <code>verify</code> for integration tests. */
    @Parameter(property = "faultline.phase", defaultValue = "test")
    String phase;

    /** Record classes of these names, wherever they come from; by default the build's own. */
    @Parameter(property = "faultline.include")
    List<String> include;

    /** Do not record classes of these names; wins over <code>include</code>. */
    @Parameter(property = "faultline.exclude")
    List<String> exclude;

    /** Also write the suspects as a folder of pages, as the goal <code>report</code> does. */
    @Parameter(property = "faultline.report", defaultValue = "false")
    boolean report;

    /** Folder of the pages, seen from the folder of the build; by default <code>target/faultline-report</code>. */
    @Parameter(property = "faultline.report.out")
    String reportOut;

    @Override
    void run(Installation installation) throws IOException, MojoExecutionException, MojoFailureException {
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
        if (report || reportOut != null) {
            writePages(program, recordings.folder(), ofPages(), reportOut);
        }
        if (code != 0) {
            throw new MojoFailureException("the build failed, and not by its tests alone (exit code " + code
                    + "); ranked is what was recorded until then");
        }
    }

    /** It is a recorded build. */
    @Override
    boolean isPartOfARecordedBuild() {
        return false;
    }

    @Override
    void unsupported(String reason) throws MojoExecutionException {
        throw new MojoExecutionException(reason);
    }
}
