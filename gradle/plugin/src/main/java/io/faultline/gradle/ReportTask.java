package io.faultline.gradle;

import io.faultline.plugins.Arguments;
import org.gradle.api.GradleException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Writes the suspects as a folder of HTML pages, with the sources, the tests of each line and maps of the build. */
@UntrackedTask(because = "It prints")
public abstract class ReportTask extends ReportOptions {
    /** Default output folder of the pages. */
    @Internal
    public abstract DirectoryProperty getPages();

    /** Output folder of the pages, relative to the project's folder. */
    @Internal
    @Option(option = "out", description = "Folder of the pages")
    public abstract Property<String> getOut();

    @TaskAction
    void write() {
        Arguments arguments = arguments()
                .option("--out", getOut().getOrElse(getPages().get().getAsFile().getPath()));
        Result result = execute(arguments.plain(recordedOrFail()));
        if (result.exitCode == 0) {
            print(result.output);
        } else if (result.exitCode == NOTHING_FAILED) {
            if (!result.output.isEmpty()) {
                print(result.output);
            }
            getLogger().lifecycle(result.nothingFailed());
        } else {
            throw new GradleException(result.sentence());
        }
    }
}
