package io.faultline.gradle;

import io.faultline.plugins.OurFiles;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
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

/**
 * A task that runs a command of {@code faultline}, prints what it says and keeps the same as JSON.
 *
 * <p>It is there to print, so it is never up to date. Errors: {@link GradleException} with what the
 * command says on standard error.
 */
public abstract class CommandTask extends DefaultTask {
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
    }

    /** What the command finds in its environment besides Gradle's own. */
    Map<String, ?> environment() {
        return Collections.emptyMap();
    }

    /** Runs a command. */
    Result execute(List<String> arguments) {
        File program = program();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        int code = getExecOperations()
                .exec(spec -> {
                    spec.executable(program);
                    spec.args(arguments);
                    spec.setWorkingDir(getWorkingDirectory().get().getAsFile());
                    spec.environment(environment());
                    spec.setStandardOutput(output);
                    spec.setErrorOutput(error);
                    spec.setIgnoreExitValue(true);
                })
                .getExitValue();
        return new Result(code, text(output), text(error));
    }

    /** Runs a command that must succeed; its notes are logged. */
    String succeed(List<String> arguments) {
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
    void stream(List<String> arguments) {
        File program = program();
        int code = getExecOperations()
                .exec(spec -> {
                    spec.executable(program);
                    spec.args(arguments);
                    spec.setWorkingDir(getWorkingDirectory().get().getAsFile());
                    spec.setIgnoreExitValue(true);
                })
                .getExitValue();
        if (code != 0) {
            throw new GradleException("faultline: `" + arguments.get(0) + "` ended with exit code " + code + "; above is why");
        }
    }

    private File program() {
        return ProgramDependency.program(getCaches().get().getAsFile(), getFetchedProgram(), getOwner().get());
    }

    /** Prints what a command said. */
    void print(String output) {
        getLogger().quiet(output.trim());
    }

    /** The arguments, with the report as the file for JSON if that is wanted. */
    List<String> reporting(List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        if (getReport().isPresent()) {
            add(all, "--json-file", getReport().get().getAsFile().getPath());
        }
        return all;
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

    /** Adds {@code --source DIR} for the folders that are there. */
    void addSources(List<String> arguments) {
        for (File source : getSources()) {
            if (source.isDirectory()) {
                add(arguments, "--source", source.getPath());
            }
        }
    }

    static void add(List<String> arguments, String option, String value) {
        arguments.add(option);
        arguments.add(value);
    }

    static void add(List<String> arguments, String option, Property<?> value) {
        if (value.isPresent()) {
            add(arguments, option, value.get().toString());
        }
    }

    private static String text(ByteArrayOutputStream bytes) {
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }
}
