package io.faultline.gradle;

import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/** Prints the recorded tests that give the most information about a failure. */
@UntrackedTask(because = "It prints")
public abstract class SelectTask extends SelectOptions {
    @TaskAction
    void select() {
        print(succeed(arguments().plain(recordedOrFail())));
    }
}
