package io.faultline.gradle;

import io.faultline.plugins.Arguments;
import org.gradle.api.GradleException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/** Adds the passes of a baseline from elsewhere to the build's own before tests run, where these are newer. */
@UntrackedTask(because = "It adds to the existing baseline")
public abstract class JoinTask extends CommandTask {
    /** The baseline from elsewhere, or a folder that holds one. */
    @Internal
    public abstract Property<String> getOther();

    /** Folder of the build's own baseline. */
    @Internal
    public abstract DirectoryProperty getKept();

    @Override
    Arguments arguments() {
        return new Arguments("baseline", "import", getOther().get())
                .option("--into", getKept().get().getAsFile());
    }

    @TaskAction
    void join() {
        if (Tools.missing() == null && getOther().isPresent()) {
            Result result = execute(arguments());
            if (result.exitCode != 0) {
                throw new GradleException(result.sentence());
            }
            getLogger().info(result.sentence());
        }
    }
}
