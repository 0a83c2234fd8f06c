package io.faultline.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.tasks.TaskAction;

/** Has a command of the program start recorded tests again, and prints what that says. */
public abstract class AgainTask extends RecordingsTask {
    @TaskAction
    void again() {
        Result result = execute(arguments().plain(recordedOrFail()));
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
}
