package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The result of a program: its output on both streams, and its exit code. */
final class Ran {
    final int exitCode;
    final String output;

    private Ran(int exitCode, String output) {
        this.exitCode = exitCode;
        this.output = output;
    }

    static Ran of(Path folder, List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            // A build that hangs must fail its test and show its output so far.
            CompletableFuture.delayedExecutor(10, TimeUnit.MINUTES).execute(process::destroyForcibly);
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ran(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Ran succeeds() {
        assertEquals(0, exitCode, output);
        return this;
    }

    Ran fails() {
        assertEquals(1, exitCode, output);
        return this;
    }

    Ran says(String text) {
        assertTrue(output.contains(text), () -> "nothing says \"" + text + "\" in:\n" + output);
        return this;
    }

    Ran keepsQuietAbout(String text) {
        assertFalse(output.contains(text), () -> "something says \"" + text + "\" in:\n" + output);
        return this;
    }

    /**
     * Gradle's outcome of a task: {@code UP-TO-DATE}, {@code FROM-CACHE}, {@code FAILED}, ...; {@code RUN}, or null.
     */
    String outcome(String task) {
        Matcher line = Pattern.compile("(?m)^> Task " + Pattern.quote(task) + "( [A-Z-]+)?$")
                .matcher(output);
        String outcome = null;
        while (line.find()) {
            // A failed task that printed output before has two lines.
            outcome = line.group(1) == null
                    ? (outcome == null ? "RUN" : outcome)
                    : line.group(1).trim();
        }
        return outcome;
    }

    Ran outcome(String task, String expected) {
        assertEquals(expected, outcome(task), () -> "of " + task + " in:\n" + output);
        return this;
    }
}
