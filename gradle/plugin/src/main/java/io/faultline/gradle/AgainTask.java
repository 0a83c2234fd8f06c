package io.faultline.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.tasks.TaskAction;

/** Runs a command that starts recorded tests again, and prints its output. */
public abstract class AgainTask extends RecordingsTask {
    @TaskAction
    void again() {
        Result result = execute(arguments().plain(recordedOrFail()));
        if (result.exitCode == NOTHING_FAILED) {
            // A report of an earlier run would be mistaken for this one's.
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
