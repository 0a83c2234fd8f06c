package io.faultline.maven;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The command line, run as a process. */
final class Program {
    private final Installation installation;
    private final Path folder;

    /** A program that runs in {@code folder}: places in its output are seen from there. */
    Program(Installation installation, Path folder) {
        this.installation = installation;
        this.folder = folder;
    }

    /**
     * Runs it to its end, handing over each line of its output; both consumers are called by other threads.
     *
     * <p>Returns: the exit code. Errors: it cannot be started, or this thread is interrupted, which ends it.
     */
    int run(List<String> arguments, Consumer<String> out, Consumer<String> err) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(installation.program().toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("FAULTLINE_AGENT", installation.agent().toString());
        Process process = builder.start();
        process.getOutputStream().close();
        Thread outputs = lines(process.getInputStream(), out);
        Thread errors = lines(process.getErrorStream(), err);
        try {
            int code = process.waitFor();
            outputs.join();
            errors.join();
            return code;
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while faultline " + arguments.get(0) + " ran", e);
        }
    }

    private static Thread lines(InputStream in, Consumer<String> consumer) {
        Thread thread = new Thread(() -> {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    consumer.accept(line);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }, "faultline output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
