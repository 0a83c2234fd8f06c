package io.faultline.gradle;

import java.util.ArrayList;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.options.Option;

/** Has a command of the program start recorded tests again, and prints what that says. */
public abstract class AgainTask extends RecordingsTask {
    /** The command's exit code when no test failed, so that there is nothing to explain. */
    private static final int NOTHING_FAILED = 3;

    /** How long tests may run again. */
    @Internal
    @Option(option = "budget", description = "How long tests may run again, as 60s or 5m")
    public abstract Property<String> getBudget();

    /** The failing tests to explain; all when empty. */
    @Internal
    @Option(option = "failing", description = "Explain only this failing test, as Class#method; may be repeated")
    public abstract ListProperty<String> getFailing();

    @TaskAction
    void again() {
        Result result = execute(reporting(arguments(recordedOrFail())));
        if (result.exitCode == NOTHING_FAILED) {
            // What an earlier run found would be taken for this one's.
            removeReport();
            getLogger().lifecycle("faultline: no recorded test failed, so there is nothing to explain");
        } else if (result.exitCode != 0) {
            throw new GradleException(result.sentence());
        } else {
            getLogger().info(result.sentence());
            print(result.output);
        }
    }

    /** The command. */
    abstract String command();

    /** What the task's own options add to it. */
    abstract void addOptions(List<String> arguments);

    private List<String> arguments(List<String> folders) {
        List<String> arguments = new ArrayList<>();
        arguments.add(command());
        arguments.addAll(folders);
        add(arguments, "--budget", getBudget());
        addOptions(arguments);
        getFailing().get().forEach(test -> add(arguments, "--failing", test));
        return arguments;
    }
}
