package io.faultline.gradle;

import java.util.ArrayList;
import java.util.List;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Prints the recorded tests that tell most about a failure. */
@UntrackedTask(because = "It prints")
public abstract class SelectTask extends RecordingsTask {
    /** How many tests are chosen and printed. */
    @Internal
    @Option(option = "top", description = "How many tests to choose")
    public abstract Property<String> getTop();

    /** What makes a test worth choosing. */
    @Internal
    @Option(option = "metric", description = "What makes a test worth choosing, as eap, ddu or tfd")
    public abstract Property<String> getMetric();

    /** The failing tests to explain; all when empty. */
    @Internal
    @Option(option = "failing", description = "Explain only this failing test, as Class#method; may be repeated")
    public abstract ListProperty<String> getFailing();

    @TaskAction
    void select() {
        List<String> arguments = new ArrayList<>();
        arguments.add("select");
        arguments.addAll(recordedOrFail());
        add(arguments, "--top", getTop());
        add(arguments, "--metric", getMetric());
        getFailing().get().forEach(test -> add(arguments, "--failing", test));
        addSources(arguments);
        print(succeed(reporting(arguments)));
    }
}
