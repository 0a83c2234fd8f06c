package io.faultline.gradle;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Runs recorded tests again on code with one small change at a time, and prints which lines that blames. */
@UntrackedTask(because = "It prints")
public abstract class MutateTask extends AgainTask {
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

    @Override
    Map<String, ?> environment() {
        return Collections.singletonMap("FAULTLINE_MUTANTS", Tools.mutants(getCaches().get().getAsFile()).getPath());
    }

    @Override
    String command() {
        return "mutate";
    }

    @Override
    void addOptions(List<String> arguments) {
        add(arguments, "--tests", getTests());
        add(arguments, "--mutants", getMutants());
        add(arguments, "--jobs", getJobs());
        add(arguments, "--top", getTop());
    }
}
