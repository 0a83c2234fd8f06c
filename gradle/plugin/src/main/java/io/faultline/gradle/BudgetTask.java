package io.faultline.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Prints how a total of time for generating tests is shared among the classes of the build. */
@UntrackedTask(because = "It prints")
public abstract class BudgetTask extends CommandTask {
    /** Time for all classes together. */
    @Internal
    @Option(option = "total", description = "Time for all classes together, as 2h or 90m")
    public abstract Property<String> getTotal();

    /** What every class gets at least. */
    @Internal
    @Option(option = "min", description = "What every class gets at least, as 3s")
    public abstract Property<String> getMinimum();

    /** What ranks the classes. */
    @Internal
    @Option(option = "predictor", description = "What ranks the classes, as schwa or size")
    public abstract Property<String> getPredictor();

    /** How many classes are printed. */
    @Internal
    @Option(option = "top", description = "How many classes are printed, 0 is all")
    public abstract Property<String> getTop();

    @TaskAction
    void budget() {
        if (!getTotal().isPresent()) {
            throw new GradleException("faultline: " + getName() + " needs a total of time, as in: gradle " + getName()
                    + " --total 2h");
        }
        List<String> arguments = new ArrayList<>();
        arguments.add("budget");
        add(arguments, "--repo", ".");
        add(arguments, "--total", getTotal());
        add(arguments, "--min", getMinimum());
        add(arguments, "--predictor", getPredictor());
        addSourcesInRepository(arguments);
        List<String> printed = new ArrayList<>(arguments);
        add(printed, "--top", getTop());
        print(succeed(printed));
        report(arguments);
    }

    /** The command names folders from the repository's root. */
    private void addSourcesInRepository(List<String> arguments) {
        File root = repository();
        for (File source : getSources()) {
            if (source.isDirectory() && source.toPath().startsWith(root.toPath())) {
                add(arguments, "--source", root.toPath().relativize(source.toPath()).toString());
            }
        }
    }

    /** The nearest folder here or above with a {@code .git}: a folder, or a file in a worktree. */
    private File repository() {
        File start = getWorkingDirectory().get().getAsFile();
        for (File folder = start; folder != null; folder = folder.getParentFile()) {
            if (new File(folder, ".git").exists()) {
                return folder;
            }
        }
        throw new GradleException("faultline: " + start + " is in no git repository, whose history budgets need");
    }
}
