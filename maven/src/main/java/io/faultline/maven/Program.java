package io.faultline.maven;

import io.faultline.plugins.Arguments;
import io.faultline.plugins.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The command line, run as a process. */
final class Program {
    private final Path executable;
    private final Installation installation;
    private final Path folder;

    /** A program with the working directory {@code folder}: paths in its output are relative to it. */
    Program(Path executable, Installation installation, Path folder) {
        this.executable = executable;
        this.installation = installation;
        this.folder = folder;
    }

    /** The same program with another working directory. */
    Program in(Path other) {
        return new Program(executable, installation, other);
    }

    Path agent() throws IOException {
        return installation.agent();
    }

    /**
     * Runs it to its end and passes on each line of its output; other threads call the consumers.
     *
     * <p>Returns: the exit code. Errors: it cannot be started, a consumer threw, or this thread is interrupted, which
     * ends the program.
     */
    int run(Arguments arguments, Consumer<String> out, Consumer<String> err) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(executable.toString());
        command.addAll(arguments.list());
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("FAULTLINE_AGENT", agent().toString());
        builder.environment().put("FAULTLINE_MUTANTS", installation.mutants().toString());
        builder.environment().put("FAULTLINE_AMPLIFY", installation.amplify().toString());
        Process process = builder.start();
        process.getOutputStream().close();
        Lines outputs = new Lines(process.getInputStream(), out);
        Lines errors = new Lines(process.getErrorStream(), err);
        try {
            int code = process.waitFor();
            outputs.join();
            errors.join();
            return code;
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while faultline " + arguments.command() + " ran", e);
        }
    }
}
