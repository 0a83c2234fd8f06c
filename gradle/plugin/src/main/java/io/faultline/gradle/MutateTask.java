package io.faultline.gradle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.gradle.api.GradleException;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Runs recorded tests again on code with one small change at a time, and prints which lines that blames. */
@UntrackedTask(because = "It prints")
public abstract class MutateTask extends RecordingsTask {
    /** The command's exit code when no test failed, so that there is nothing to explain. */
    private static final int NOTHING_FAILED = 3;

    /** How long tests may run on changed code. */
    @Internal
    @Option(option = "budget", description = "How long tests may run on changed code, as 60s or 5m")
    public abstract Property<String> getBudget();

    /** Which passing tests run as well. */
    @Internal
    @Option(option = "tests", description = "Which passing tests run as well: ietcr, ietcr:20, random:20, all, failing or ftmes")
    public abstract Property<String> getTests();

    /** Which changes are tried. */
    @Internal
    @Option(option = "mutants", description = "Which changes are tried: all, or a sample like sample:30%")
    public abstract Property<String> getMutants();

    /** How many JVMs at a time. */
    @Internal
    @Option(option = "jobs", description = "How many JVMs at a time")
    public abstract Property<String> getJobs();

    /** How many lines are printed. */
    @Internal
    @Option(option = "top", description = "How many lines are printed, 0 is all")
    public abstract Property<String> getTop();

    /** The failing tests to explain; all when empty. */
    @Internal
    @Option(option = "failing", description = "Explain only this failing test, as Class#method; may be repeated")
    public abstract ListProperty<String> getFailing();

    @Override
    Map<String, ?> environment() {
        return Collections.singletonMap("FAULTLINE_MUTANTS", Tools.mutants(getCaches().get().getAsFile()).getPath());
    }

    @TaskAction
    void mutate() {
        Result result = execute(reporting(arguments(recordedOrFail())));
        if (result.exitCode == NOTHING_FAILED) {
            // What an earlier run found would be taken for this one's.
            getReport().get().getAsFile().delete();
            getLogger().lifecycle("faultline: no recorded test failed, so there is nothing to explain");
        } else if (result.exitCode != 0) {
            throw new GradleException(result.sentence());
        } else {
            getLogger().info(result.sentence());
            print(result.output);
        }
    }

    private List<String> arguments(List<String> folders) {
        List<String> arguments = new ArrayList<>();
        arguments.add("mutate");
        arguments.addAll(folders);
        add(arguments, "--budget", getBudget());
        add(arguments, "--tests", getTests());
        add(arguments, "--mutants", getMutants());
        add(arguments, "--jobs", getJobs());
        add(arguments, "--top", getTop());
        getFailing().get().forEach(test -> add(arguments, "--failing", test));
        return arguments;
    }
}
