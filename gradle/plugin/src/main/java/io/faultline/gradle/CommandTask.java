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
 * A task that runs a command of {@code faultline}, prints its output and also writes it as JSON.
 *
 * <p>Its purpose is to print, so it is never up to date. Errors: {@link GradleException} with the command's standard
 * error.
 */
public abstract class CommandTask extends DefaultTask {
    /** The command's exit code if no test failed, so that there is nothing to rank or to explain. */
    static final int NOTHING_FAILED = 3;

    /** Existing folders with sources. */
    @Internal
    public abstract ConfigurableFileCollection getSources();

    /** Working directory of the command: printed paths are relative to it. */
    @Internal
    public abstract DirectoryProperty getWorkingDirectory();

    /** Cache folder below which the command line is unpacked. */
    @Internal
    public abstract DirectoryProperty getCaches();

    /** The fetched command line, if the plugin's jar contains none. */
    @Internal
    public abstract ConfigurableFileCollection getFetchedProgram();

    /** Display name of the project from whose repositories it is fetched. */
    @Internal
    public abstract Property<String> getOwner();

    /** The JSON file, if any. */
    @Optional
    @OutputFile
    public abstract RegularFileProperty getReport();

    /** Gradle's service for running programs. */
    @Inject
    protected abstract ExecOperations getExecOperations();

    /** The result of a command. */
    static final class Result {
        final int exitCode;
        final String output;
        final String error;

        Result(int exitCode, String output, String error) {
            this.exitCode = exitCode;
            this.output = output;
            this.error = error;
        }

        /** The error message, a sentence with a single prefix. */
        String sentence() {
            return error.trim();
        }

        /** Whether the message says how to analyse a test that hung, which is not a failed test. */
        boolean offers() {
            return error.contains("--failing");
        }

        /** The message if no test failed. */
        String nothingFailed() {
            return offers() ? sentence() : "faultline: no recorded test failed, so nothing is suspicious";
        }
    }

    /** The command, with arguments from the task's options. */
    abstract Arguments arguments();

    /** Additional environment variables of the command. */
    Map<String, ?> environment() {
        return Collections.emptyMap();
    }

    /** Runs a command, with the report as its JSON file if requested. */
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

    /** Runs a long command, and forwards its output as it appears. */
    void stream(Arguments arguments) {
        int code = run(arguments, spec -> {});
        if (code != 0) {
            throw new GradleException(
                    "faultline: `" + arguments.command() + "` ended with exit code " + code + "; above is why");
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
        return ProgramDependency.program(
                getCaches().get().getAsFile(), getFetchedProgram(), getOwner().get());
    }

    /** Prints the output of a command. */
    void print(String output) {
        getLogger().quiet(output.trim());
    }

    /** Removes an earlier report; any other file of that name is kept, because it cannot be mistaken for a report. */
    void removeReport() {
        if (!getReport().isPresent()) {
            return;
        }
        File report = getReport().get().getAsFile();
        if (OurFiles.isJson(report.toPath()) && !report.delete()) {
            throw new GradleException("faultline: the old report " + report + " cannot be removed; remove it by hand");
        }
    }

    /** Existing folders with sources. */
    List<Path> sources() {
        List<Path> sources = new ArrayList<>();
        for (File source : getSources()) {
            if (source.isDirectory()) {
                sources.add(source.toPath());
            }
        }
        return sources;
    }

    /** The same, relative to the repository's root. Errors: there is no repository. */
    List<Path> sourcesInRepository() {
        Path start = getWorkingDirectory().get().getAsFile().toPath();
        Repository repository = Repository.around(start);
        if (repository == null) {
            throw new GradleException(
                    "faultline: " + start + " is not in a git repository, whose history budgets need");
        }
        return repository.named(sources());
    }

    private static String text(ByteArrayOutputStream bytes) {
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }
}
