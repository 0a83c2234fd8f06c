package io.faultline.gradle;

import io.faultline.plugins.AgentOption;
import java.util.Collections;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.process.CommandLineArgumentProvider;

/**
 * The agent on the command line of a {@code Test} task's JVMs.
 *
 * <p>What decides the recordings is an input of the task (patterns, the agent's hash), the recordings
 * are an output: they are up to date, stored and restored with the tests' results. Where things lie is
 * neither, so that a cache serves checkouts in other folders.
 */
public abstract class AgentArguments implements CommandLineArgumentProvider {
    /** Is anything recorded? */
    @Input
    public abstract Property<Boolean> getAttached();

    /** SHA-256 of the agent's jar. */
    @Input
    public abstract Property<String> getAgentHash();

    /** Patterns of the classes to record. */
    @Input
    public abstract ListProperty<String> getIncludes();

    /** Patterns of the classes to leave out. */
    @Input
    public abstract ListProperty<String> getExcludes();

    /** Folder of the recordings; absent when nothing is recorded. */
    @Optional
    @OutputDirectory
    public abstract DirectoryProperty getRecordings();

    /** Folder of the whole build: classes below it are recorded. */
    @Internal
    public abstract DirectoryProperty getRoot();

    /** Folder that the agent is unpacked below. */
    @Internal
    public abstract DirectoryProperty getCaches();

    @Override
    public Iterable<String> asArguments() {
        if (!getAttached().get()) {
            return Collections.emptyList();
        }
        return Collections.singletonList(new AgentOption(
                        Tools.agent(getCaches().get().getAsFile()).toPath(),
                        getRecordings().get().getAsFile().toPath(),
                        getRoot().get().getAsFile().toPath())
                .patterns("include", ClassPatterns.checked("include", getIncludes().get()))
                .patterns("exclude", ClassPatterns.checked("exclude", getExcludes().get()))
                .toString());
    }
}
