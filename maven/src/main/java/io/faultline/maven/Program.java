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

    /** A program that runs in {@code folder}: places in its output are seen from there. */
    Program(Path executable, Installation installation, Path folder) {
        this.executable = executable;
        this.installation = installation;
        this.folder = folder;
    }

    /** The same one, run in another folder. */
    Program in(Path other) {
        return new Program(executable, installation, other);
    }

    Path agent() throws IOException {
        return installation.agent();
    }

    /**
     * Runs it to its end, handing over each line of its output; both consumers are called by other threads.
     *
     * <p>Returns: the exit code. Errors: it cannot be started, a consumer threw, or this thread is interrupted, which
     * ends it.
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
