package io.faultline.gradle;

import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Prints the suspects of the failing tests.
 *
 * <p>It finalizes every {@code Test} task, so that it also runs if tests fail; it prints nothing if none failed.
 */
@UntrackedTask(because = "It prints")
public abstract class RankTask extends RankOptions {
    /** Whether the task was requested by name. */
    @Internal
    public abstract Property<Boolean> getAsked();

    /** Whether it ranks without being requested. */
    @Internal
    public abstract Property<Boolean> getRankFailures();

    /** Number of suspects to print. */
    @Internal
    @Option(option = "top", description = "How many suspects are printed, 0 is all")
    public abstract Property<String> getTop();

    @TaskAction
    void rank() {
        boolean asked = getAsked().get();
        if (!asked && !getRankFailures().get()) {
            return;
        }
        try {
            rank(asked);
        } catch (GradleException e) {
            if (asked) {
                throw e;
            }
            // The ranking was not requested, so its errors must not fail passing tests.
            getLogger().warn(e.getMessage());
        }
    }

    private void rank(boolean asked) {
        List<String> folders = asked ? recordedOrFail() : recorded();
        if (folders.isEmpty()) {
            return;
        }
        Result result =
                execute(arguments().option("--top", getTop().getOrNull()).plain(folders));
        if (result.exitCode == 0) {
            print(result.output);
        } else if (result.exitCode == NOTHING_FAILED) {
            // An older ranking would be mistaken for one of these tests.
            removeReport();
            getLogger().log(asked || result.offers() ? LogLevel.LIFECYCLE : LogLevel.INFO, result.nothingFailed());
        } else {
            throw new GradleException(result.sentence());
        }
    }
}
