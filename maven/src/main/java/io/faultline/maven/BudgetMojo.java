package io.faultline.maven;

import io.faultline.plugins.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.ProjectDependenciesResolver;

/**
 * Divides a total time among the classes of all modules, by the defect likelihood estimated from the git repository's
 * history. With <code>-Dfaultline.run</code>, tests are then generated for each class in its share; the class path is
 * that of all modules, which must be compiled.
 */
@Mojo(name = "budget", aggregator = true, threadSafe = true)
public final class BudgetMojo extends BudgetOptions {
    /**
     * Recordings of tests, which the ranking takes into account: <code>.flt</code> files or folders of them, relative
     * to the folder of the build, separated by commas. A metric starts from them, too.
     */
    @Parameter(property = "faultline.inputs")
    List<String> inputs;

    @Component
    ProjectDependenciesResolver resolver;

    @Override
    void run(Program program) throws IOException, MojoExecutionException {
        if (total == null && !resume) {
            throw new MojoExecutionException("budget needs a total of time: -Dfaultline.total=2h");
        }
        if (resume && total == null) {
            // All other options are those of the earlier run.
            run(
                    program,
                    new Arguments("budget", "--resume").option("--out", out).option("--color", "never"));
        } else if (run || resume) {
            String classPath = new ClassPath(session, resolver).joined(goal("budget"));
            run(program, running(plan()).option("--project-cp", classPath));
        } else {
            report(program, planning(plan()));
        }
    }

    private Arguments plan() {
        List<Path> recordings = new ArrayList<>();
        Arguments.parts(inputs).forEach(part -> recordings.add(top().resolve(part)));
        return arguments().plain(recordings);
    }

    /** Runs the program, which may take hours, and logs its output as it appears. */
    private void run(Program program, Arguments arguments) throws IOException, MojoExecutionException {
        getLog().debug(arguments.toString());
        Deque<String> errors = new ConcurrentLinkedDeque<>();
        int code = program.run(arguments, getLog()::info, line -> {
            if (line.startsWith("faultline: ") || line.startsWith("error: ")) {
                errors.add(line);
            }
            getLog().info(line);
        });
        if (code != 0) {
            throw new MojoExecutionException(
                    errors.isEmpty()
                            ? "the run did not end well (exit code " + code + "); see above"
                            : errors.getLast());
        }
    }
}
