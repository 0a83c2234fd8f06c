package io.faultline.gradle;

import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/** Prints how well the recorded tests distinguish lines. */
@UntrackedTask(because = "It prints")
public abstract class SuiteTask extends SuiteOptions {
    @TaskAction
    void suite() {
        print(succeed(arguments().plain(recordedOrFail())));
    }
}
