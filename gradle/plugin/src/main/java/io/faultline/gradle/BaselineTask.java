package io.faultline.gradle;

import io.faultline.plugins.Arguments;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.gradle.api.GradleException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/**
 * Adds the recorded tests to the baseline, which says what each test ran when it last passed, and runs failing tests again
 * if that is asked for.
 *
 * <p>It finalizes every {@code Test} task, so that it also runs if tests fail. The program leaves out recordings that were
 * added before, and those of code that has changed since. A failure is a warning: the tests have run.
 */
@UntrackedTask(because = "It adds to the existing baseline")
public abstract class BaselineTask extends RecordingsTask {
    /** Folder of the baseline. */
    @Internal
    public abstract DirectoryProperty getKept();

    /** Root folder of the build. */
    @Internal
    public abstract DirectoryProperty getRoot();

    /** How often failing tests are run again; absent if they are not. */
    @Internal
    public abstract Property<Integer> getRerunFailed();

    @Override
    Arguments arguments() {
        return new Arguments("baseline", "keep")
                .option("--into", getKept().get().getAsFile())
                .option("--root", getRoot().get().getAsFile())
                .option("--rerun-failed", getRerunFailed().getOrNull());
    }

    /** Whether something else than the next ranking depends on the baseline. */
    @Internal
    public abstract Property<Boolean> getAsked();

    /** Failing tests are run again by the program that runs tests on mutants. */
    @Override
    Map<String, ?> environment() {
        return Collections.singletonMap(
                "FAULTLINE_MUTANTS",
                Tools.mutants(getCaches().get().getAsFile()).getPath());
    }

    @TaskAction
    void keep() {
        List<String> folders = recorded();
        if (folders.isEmpty()) {
            return;
        }
        try {
            Result result = execute(arguments().plain(folders));
            boolean isTold = result.exitCode != 0 || getRerunFailed().isPresent();
            getLogger().log(isTold ? LogLevel.LIFECYCLE : LogLevel.INFO, result.sentence());
        } catch (GradleException e) {
            // There is no program. The ranking says so, too.
            getLogger().log(getAsked().get() ? LogLevel.WARN : LogLevel.INFO, e.getMessage());
        }
    }
}
