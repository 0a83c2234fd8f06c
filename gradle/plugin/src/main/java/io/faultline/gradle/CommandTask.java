package io.faultline.gradle;

import io.faultline.plugins.Arguments;
import io.faultline.plugins.OurFiles;
import io.faultline.plugins.Repository;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import org.gradle.api.Action;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputFile;
import org.gradle.process.ExecOperations;
import org.gradle.process.ExecSpec;

/**
 * A task that runs a command of {@code faultline}, prints what it says and keeps the same as JSON.
 *
 * <p>It is there to print, so it is never up to date. Errors: {@link GradleException} with what the
 * command says on standard error.
 */
public abstract class CommandTask extends DefaultTask {
    /** The command's exit code when no test failed, so that there is nothing to rank or to explain. */
    static final int NOTHING_FAILED = 3;

    /** Folders with sources, those that are there. */
    @Internal
    public abstract ConfigurableFileCollection getSources();

    /** Folder that the command runs in: paths are printed as seen from there. */
    @Internal
    public abstract DirectoryProperty getWorkingDirectory();

    /** Folder that the command line is unpacked below. */
    @Internal
    public abstract DirectoryProperty getCaches();

    /** The command line where the plugin's jar has none. */
    @Internal
    public abstract ConfigurableFileCollection getFetchedProgram();

    /** The project whose repositories that comes from, as Gradle calls it. */
    @Internal
    public abstract Property<String> getOwner();

    /** Where the JSON goes, when anywhere. */
    @Optional
    @OutputFile
    public abstract RegularFileProperty getReport();

    /** Runs programs; by Gradle. */
    @Inject
    protected abstract ExecOperations getExecOperations();

    /** How a command ended. */
    static final class Result {
        final int exitCode;
        final String output;
        final String error;

        Result(int exitCode, String output, String error) {
            this.exitCode = exitCode;
            this.output = output;
            this.error = error;
        }

        /** The sentence that an error is, one prefix included. */
        String sentence() {
            return error.trim();
        }

        /** A test that hung did not fail, but can be asked about: does the program say how? */
        boolean offers() {
            return error.contains("--failing");
        }

        /** What is said when no test failed. */
        String nothingFailed() {
            return offers() ? sentence() : "faultline: no recorded test failed, so nothing is suspicious";
        }
    }

    /** The command, and what the task's options add to it. */
    abstract Arguments arguments();

    /** What the command finds in its environment besides Gradle's own. */
    Map<String, ?> environment() {
        return Collections.emptyMap();
    }

    /** Runs a command, with the report as the file for JSON if that is wanted. */
    Result execute(Arguments arguments) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        int code = run(arguments.option("--json-file", getReport().getAsFile().getOrNull()), spec -> {
            spec.setStandardOutput(output);
            spec.setErrorOutput(error);
        });
        return new Result(code, text(output), text(error));
    }

    /** Runs a command that must succeed; its notes are logged. */
    String succeed(Arguments arguments) {
        Result result = execute(arguments);
        if (result.exitCode != 0) {
            throw new GradleException(result.sentence());
        }
        if (!result.error.isEmpty()) {
            getLogger().warn(result.sentence());
        }
        return result.output;
    }

    /** Runs a command that takes long, and passes on what it says as it says it. */
    void stream(Arguments arguments) {
        int code = run(arguments, spec -> {});
        if (code != 0) {
            throw new GradleException("faultline: `" + arguments.command() + "` ended with exit code " + code + "; above is why");
        }
    }

    private int run(Arguments arguments, Action<ExecSpec> more) {
        File program = program();
        return getExecOperations()
                .exec(spec -> {
                    spec.executable(program);
                    spec.args(arguments.list());
                    spec.setWorkingDir(getWorkingDirectory().get().getAsFile());
                    spec.environment(environment());
                    spec.setIgnoreExitValue(true);
                    more.execute(spec);
                })
                .getExitValue();
    }

    private File program() {
        return ProgramDependency.program(getCaches().get().getAsFile(), getFetchedProgram(), getOwner().get());
    }

    /** Prints what a command said. */
    void print(String output) {
        getLogger().quiet(output.trim());
    }

    /** Removes an earlier report; what else may be there stays, as nobody takes it for one. */
    void removeReport() {
        if (!getReport().isPresent()) {
            return;
        }
        File report = getReport().get().getAsFile();
        if (OurFiles.isJson(report.toPath()) && !report.delete()) {
            throw new GradleException("faultline: the old report " + report + " cannot be removed; remove it by hand");
        }
    }

    /** Folders with sources that are there. */
    List<Path> sources() {
        List<Path> sources = new ArrayList<>();
        for (File source : getSources()) {
            if (source.isDirectory()) {
                sources.add(source.toPath());
            }
        }
        return sources;
    }

    /** The same, named from the repository's root. Errors: there is no repository. */
    List<Path> sourcesInRepository() {
        Path start = getWorkingDirectory().get().getAsFile().toPath();
        Repository repository = Repository.around(start);
        if (repository == null) {
            throw new GradleException("faultline: " + start + " is in no git repository, whose history budgets need");
        }
        return repository.named(sources());
    }

    private static String text(ByteArrayOutputStream bytes) {
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }
}
