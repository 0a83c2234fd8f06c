package io.faultline.gradle;

import io.faultline.javaoptions.ArchiveOptions;
import io.faultline.plugins.AgentOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.process.CommandLineArgumentProvider;

/**
 * Adds the agent to the command line of a {@code Test} task's JVMs.
 *
 * <p>Everything that affects the recordings is an input of the task (patterns, the agent's hash), and the recordings
 * are an output. They are up to date, cached and restored together with the tests' results. Paths are no inputs, so
 * that a build cache works for checkouts in other folders.
 */
public abstract class AgentArguments implements CommandLineArgumentProvider {
    /** Whether the tests are recorded. */
    @Input
    public abstract Property<Boolean> getAttached();

    /** SHA-256 of the agent's jar. */
    @Input
    public abstract Property<String> getAgentHash();

    /** Patterns of the classes to record. */
    @Input
    public abstract ListProperty<String> getIncludes();

    /** Patterns of the classes to exclude. */
    @Input
    public abstract ListProperty<String> getExcludes();

    /** Whether tests are left out for which nothing has changed since they passed. */
    @Input
    public abstract Property<Boolean> getAffected();

    /** Whether the tests most likely to fail run first. No input: their outcomes and rows are the same in any order. */
    @Internal
    public abstract Property<Boolean> getFailingFirst();

    /** Folder of the baseline. No input: tests for which it says nothing run. */
    @Internal
    public abstract DirectoryProperty getKept();

    /** The options of the environment and the JVM's other ones, in the order in which the JVM reads them. */
    @Internal
    public abstract ListProperty<String> getOthers();

    /** Folder of the recordings; absent if the tests are not recorded. */
    @Optional
    @OutputDirectory
    public abstract DirectoryProperty getRecordings();

    /** Root folder of the build: classes loaded from below it are recorded. */
    @Internal
    public abstract DirectoryProperty getRoot();

    /** Cache folder below which the agent is unpacked. */
    @Internal
    public abstract DirectoryProperty getCaches();

    @Override
    public Iterable<String> asArguments() {
        if (!getAttached().get()) {
            return Collections.emptyList();
        }
        List<String> arguments = new ArrayList<>();
        AgentOption agent = new AgentOption(
                        Tools.agent(getCaches().get().getAsFile()).toPath(),
                        getRecordings().get().getAsFile().toPath(),
                        getRoot().get().getAsFile().toPath())
                .patterns(
                        "include",
                        ClassPatterns.checked("include", getIncludes().get()))
                .patterns(
                        "exclude",
                        ClassPatterns.checked("exclude", getExcludes().get()));
        Path baseline = getKept().get().getAsFile().toPath().resolve(AgentOption.BASELINE);
        if (getAffected().get()) {
            agent.affectedBy(baseline);
        }
        if (getFailingFirst().get()) {
            agent.failingFirst(baseline);
        }
        arguments.add(agent.toString());
        // No agent may stand beside an archive of classes, and later options win.
        arguments.addAll(new ArchiveOptions(getOthers().get()).remedies());
        return arguments;
    }
}
