package io.faultline.gradle;

import io.faultline.plugins.Arguments;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.Set;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Prints how a total time for generating tests is divided among the classes of the build, and generates the tests if
 * requested.
 */
@UntrackedTask(because = "It prints")
public abstract class BudgetTask extends BudgetOptions {
    /** Recordings of tests. */
    @Internal
    @Option(option = "recordings", description = "Recordings to use: a file or folder; may be repeated")
    public abstract ListProperty<String> getRecordings();

    /** Whether to resume an earlier run. */
    @Internal
    @Option(option = "resume", description = "Continue the run in build/faultline-tests")
    public abstract Property<Boolean> getResume();

    /** Lists of folders and jars written by {@link ClassPathTask}; read when tests are generated. */
    @Internal
    public abstract ConfigurableFileCollection getClassPaths();

    /** Output folder of generated tests. */
    @Internal
    public abstract DirectoryProperty getOut();

    /** Whether tests are generated. */
    boolean generates() {
        return getRun().getOrElse(false) || getResume().getOrElse(false);
    }

    @TaskAction
    void budget() throws IOException {
        if (!getTotal().isPresent() && !getResume().getOrElse(false)) {
            throw new GradleException(
                    "faultline: " + getName() + " needs a total of time, as in: gradle " + getName() + " --total 2h");
        }
        Arguments plan = arguments().option("--repo", ".").plain(getRecordings().get());
        if (generates()) {
            stream(running(plan)
                    .flag("--resume", getResume().getOrElse(false))
                    .option("--out", getOut().get())
                    .option("--project-cp", String.join(File.pathSeparator, classPath())));
        } else {
            print(succeed(plan));
        }
    }

    private Set<String> classPath() throws IOException {
        Set<String> paths = new LinkedHashSet<>();
        for (File list : getClassPaths()) {
            paths.addAll(Files.readAllLines(list.toPath(), StandardCharsets.UTF_8));
        }
        return paths;
    }
}
