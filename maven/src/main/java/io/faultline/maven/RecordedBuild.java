package io.faultline.maven;

import io.faultline.plugins.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoFailureException;

/**
 * A recorded build in a separate Maven process, started with the options of this one. The agent must be in that JVM
 * from its start to reach tests regardless of their {@code argLine}, and tests that Maven does not fork.
 */
final class RecordedBuild {
    private final MavenSession session;
    private final Path top;
    private final Path root;
    private final String phase;
    private final Arguments options;

    /**
     * A build of the same projects as {@code session}.
     *
     * @param top the directory in which Maven was called
     * @param root the folder of the whole build
     * @param phase its last phase
     * @param options further options of the program's {@code run}
     */
    RecordedBuild(MavenSession session, Path top, Path root, String phase, Arguments options) {
        this.session = session;
        this.top = top;
        this.root = root;
        this.phase = phase;
        this.options = options;
    }

    /** Runs the build and records into a folder; returns its exit code. Errors: nothing was recorded. */
    int run(Program program, Recordings recordings) throws IOException, MojoFailureException {
        // The inner build's lines already start with [INFO].
        int code = program.run(command(recordings.folder()), System.out::println, System.err::println);
        if (recordings.isEmpty()) {
            throw new MojoFailureException("no test was recorded"
                    + (code == 0
                            ? "; the line above that begins with \"faultline:\" says why"
                            : ": the build itself failed"));
        }
        return code;
    }

    /** The program's arguments for {@code run}. */
    Arguments command(Path folder) {
        return new Arguments("run")
                // Use a short path, because the program's last line repeats it.
                .option("--out", folder.startsWith(top) ? top.relativize(folder) : folder)
                .option("--root", root)
                .plain(options.list())
                .flag("--", true)
                .flag(MavenCommand.script(System.getProperty("maven.home"), root), true)
                .plain(MavenCommand.arguments(session.getRequest(), phase));
    }
}
