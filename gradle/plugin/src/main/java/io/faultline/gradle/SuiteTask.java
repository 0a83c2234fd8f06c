package io.faultline.gradle;

import java.util.ArrayList;
import java.util.List;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Prints how well the recorded tests tell lines apart. */
@UntrackedTask(because = "It prints")
public abstract class SuiteTask extends RecordingsTask {
    /** How many packages, classes and groups are printed. */
    @Internal
    @Option(option = "top", description = "How many packages, classes and groups are printed, 0 is all")
    public abstract Property<String> getTop();

    @TaskAction
    void suite() {
        List<String> arguments = new ArrayList<>();
        arguments.add("suite");
        arguments.addAll(recordedOrFail());
        add(arguments, "--top", getTop());
        print(succeed(reporting(arguments)));
    }
}
