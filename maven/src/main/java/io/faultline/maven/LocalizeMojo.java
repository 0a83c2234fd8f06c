package io.faultline.maven;

import java.io.IOException;
import java.nio.file.Path;
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

    @Override
    void run(Installation installation) throws IOException, MojoExecutionException, MojoFailureException {
        Program program = new Program(installation, top());
        // Rather now than after all tests.
        tryParameters(program);
        for (MavenProject module : session.getProjects()) {
            recordingsOf(module).clear();
        }
        Recordings recordings = new Recordings(seenFrom(top()));
        List<String> command = command(recordings.folder());
        getLog().debug("faultline " + String.join(" ", command));
        // The inner build's lines have their own [INFO].
        int code = program.run(command, System.out::println, System.err::println);
        if (recordings.isEmpty()) {
            throw new MojoFailureException("no test was recorded"
                    + (code == 0 ? "; the line above that begins with \"faultline:\" says why" : ": the build itself failed"));
        }
        report(program, recordings.folder());
        if (code != 0) {
            throw new MojoFailureException("the build failed, and not by its tests alone (exit code " + code
                    + "); ranked is what was recorded until then");
        }
    }

    private List<String> command(Path folder) {
        return new Arguments("run")
                // As short as it can be: the program's last line repeats it.
                .option("--out", folder.startsWith(top()) ? top().relativize(folder) : folder)
                .option("--root", root())
                .options("--include", Arguments.parts(include))
                .options("--exclude", Arguments.parts(exclude))
                .flag("--", true)
                .flag(MavenCommand.script(System.getProperty("maven.home"), root()), true)
                .plain(MavenCommand.arguments(session.getRequest(), phase))
                .list();
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
