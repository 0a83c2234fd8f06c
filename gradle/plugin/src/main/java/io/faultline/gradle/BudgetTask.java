package io.faultline.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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

/** Prints how a total of time for generating tests is shared among the classes of the build, and spends it if asked. */
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

    /** What tests recorded. */
    @Internal
    @Option(option = "recordings", description = "What tests recorded, which counts too: a file or folder; may be repeated")
    public abstract ListProperty<String> getRecordings();

    /** The failing tests that count; all when empty. */
    @Internal
    @Option(option = "failing", description = "Count only this failing test, as Class#method; may be repeated")
    public abstract ListProperty<String> getFailing();

    /** How many classes are printed. */
    @Internal
    @Option(option = "top", description = "How many classes are printed, 0 is all")
    public abstract Property<String> getTop();

    /** Is the time spent, too? */
    @Internal
    @Option(option = "run", description = "Generate tests for each class with its seconds")
    public abstract Property<Boolean> getRun();

    /** Does an earlier run go on? */
    @Internal
    @Option(option = "resume", description = "Go on with the run that is in build/faultline-tests")
    public abstract Property<Boolean> getResume();

    /** EvoSuite's jar. */
    @Internal
    @Option(option = "evosuite", description = "EvoSuite's jar; without it, the one in the local Maven repository")
    public abstract Property<String> getEvosuite();

    /** Another generator. */
    @Internal
    @Option(option = "command", description = "Another generator, with {class}, {seconds}, {out} and {class_path}")
    public abstract Property<String> getCommand();

    /** What makes a test worth keeping. */
    @Internal
    @Option(option = "metric", description = "What makes a test of EvoSuite worth keeping, as eap, ddu, line or branch")
    public abstract Property<String> getMetric();

    /** Does Maven fetch EvoSuite? */
    @Internal
    @Option(option = "fetch", description = "Let Maven fetch EvoSuite where it is missing")
    public abstract Property<Boolean> getFetch();

    /** Lists of folders and jars, by {@link ClassPathTask}; read when tests are generated. */
    @Internal
    public abstract ConfigurableFileCollection getClassPaths();

    /** Where generated tests go. */
    @Internal
    public abstract DirectoryProperty getOut();

    /** Are tests generated? */
    boolean generates() {
        return getRun().getOrElse(false) || getResume().getOrElse(false);
    }

    @TaskAction
    void budget() throws IOException {
        if (!getTotal().isPresent() && !getResume().getOrElse(false)) {
            throw new GradleException("faultline: " + getName() + " needs a total of time, as in: gradle " + getName()
                    + " --total 2h");
        }
        List<String> arguments = new ArrayList<>();
        arguments.add("budget");
        add(arguments, "--repo", ".");
        add(arguments, "--total", getTotal());
        add(arguments, "--min", getMinimum());
        add(arguments, "--predictor", getPredictor());
        getRecordings().get().forEach(arguments::add);
        getFailing().get().forEach(test -> add(arguments, "--failing", test));
        addSourcesInRepository(arguments);
        if (generates()) {
            generate(arguments);
            return;
        }
        add(arguments, "--top", getTop());
        print(succeed(reporting(arguments)));
    }

    private void generate(List<String> arguments) throws IOException {
        arguments.add(getResume().getOrElse(false) ? "--resume" : "--run");
        add(arguments, "--out", getOut().get().getAsFile().getPath());
        add(arguments, "--project-cp", String.join(File.pathSeparator, classPath()));
        add(arguments, "--evosuite", getEvosuite());
        add(arguments, "--command", getCommand());
        add(arguments, "--metric", getMetric());
        if (getFetch().getOrElse(false)) {
            arguments.add("--fetch");
        }
        stream(arguments);
    }

    private Set<String> classPath() throws IOException {
        Set<String> paths = new LinkedHashSet<>();
        for (File list : getClassPaths()) {
            paths.addAll(Files.readAllLines(list.toPath(), StandardCharsets.UTF_8));
        }
        return paths;
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
