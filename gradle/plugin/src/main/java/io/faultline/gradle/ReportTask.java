package io.faultline.gradle;

import java.util.ArrayList;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Writes the suspects as a folder of pages, with the sources, the tests of each line and maps of the build. */
@UntrackedTask(because = "It prints")
public abstract class ReportTask extends RecordingsTask {
    /** The command's exit code when no test failed, so that the pages have no suspects. */
    private static final int NOTHING_FAILED = 3;

    /** Formula and modifiers. */
    @Internal
    @Option(option = "ranking", description = "Formula, and what multiplies it")
    public abstract Property<String> getRanking();

    /** The failing tests to explain; all when empty. */
    @Internal
    @Option(option = "failing", description = "Explain only this failing test, as Class#method; may be repeated")
    public abstract ListProperty<String> getFailing();

    /** Where the pages go unless told otherwise. */
    @Internal
    public abstract DirectoryProperty getPages();

    /** Where the pages go, seen from the project's folder. */
    @Internal
    @Option(option = "out", description = "Folder of the pages")
    public abstract Property<String> getOut();

    @TaskAction
    void write() {
        Result result = execute(arguments(recordedOrFail()));
        if (result.exitCode == 0) {
            print(result.output);
        } else if (result.exitCode == NOTHING_FAILED) {
            if (!result.output.isEmpty()) {
                print(result.output);
            }
            // A test that hung did not fail, but can be asked about: the program says how.
            getLogger().lifecycle(result.error.contains("--failing")
                    ? result.sentence()
                    : "faultline: no recorded test failed, so nothing is suspicious");
        } else {
            throw new GradleException(result.sentence());
        }
    }

    private List<String> arguments(List<String> folders) {
        List<String> arguments = new ArrayList<>();
        arguments.add("report");
        arguments.addAll(folders);
        add(arguments, "--out", getOut().getOrElse(getPages().get().getAsFile().getPath()));
        add(arguments, "--ranking", getRanking());
        getFailing().get().forEach(test -> add(arguments, "--failing", test));
        addSources(arguments);
        return arguments;
    }
}
