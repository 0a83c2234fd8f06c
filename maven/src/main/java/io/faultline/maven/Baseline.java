package io.faultline.maven;

import io.faultline.plugins.AgentOption;
import io.faultline.plugins.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.Log;

/** The baseline beside recordings: what each test ran when it last passed. The program reads and writes it. */
final class Baseline {
    private final Program program;
    private final Recordings recordings;
    private final Path root;
    private final Log log;

    /** @param root the root folder of the whole build */
    Baseline(Program program, Recordings recordings, Path root, Log log) {
        this.program = program;
        this.recordings = recordings;
        this.root = root;
        this.log = log;
    }

    /** The file, which need not exist. */
    Path file() {
        return recordings.folder().resolve(AgentOption.BASELINE);
    }

    /** Adds the passes of a baseline from elsewhere where these are newer. Errors: the program's own, in its words. */
    void join(Path other) throws IOException, MojoExecutionException {
        Arguments arguments = new Arguments("baseline", "import");
        List<String> said = new ArrayList<>();
        arguments.plain(Collections.singleton(other)).option("--into", recordings.folder());
        int code = program.run(arguments, log::info, said::add);
        if (code != 0) {
            throw new MojoExecutionException(String.join("\n", said));
        }
        said.forEach(log::info);
    }

    /**
     * Adds the recorded tests, and runs failing ones again if {@code rerunFailed} is a number. Recordings that were added
     * before are left out. A failure is a warning: the tests have run.
     */
    void keep(String rerunFailed) {
        try {
            if (recordings.isEmpty()) {
                return;
            }
            Arguments arguments = new Arguments("baseline", "keep")
                    .option("--into", recordings.folder())
                    .option("--root", root)
                    .option("--rerun-failed", rerunFailed)
                    .plain(Collections.singleton(recordings.folder()));
            List<String> said = Collections.synchronizedList(new ArrayList<>());
            int code = program.run(arguments, log::info, said::add);
            said.forEach(code == 0 ? log::info : log::warn);
        } catch (IOException e) {
            log.warn("the baseline was not kept: " + e.getMessage());
        }
    }
}
