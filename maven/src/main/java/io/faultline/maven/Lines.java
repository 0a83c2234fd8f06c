package io.faultline.maven;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Passes the lines of a program's output to a consumer, in a separate thread.
 *
 * <p>It reads to the end even if the consumer has thrown: a program whose output is not read blocks.
 */
final class Lines {
    private final Thread thread;

    /** The first exception of the consumer or of reading; afterwards no lines are passed on. */
    private volatile Exception failure;

    Lines(InputStream in, Consumer<String> consumer) {
        thread = new Thread(() -> read(in, consumer), "faultline output");
        thread.setDaemon(true);
        thread.start();
    }

    private void read(InputStream in, Consumer<String> consumer) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                hand(line, consumer);
            }
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
    }

    private void hand(String line, Consumer<String> consumer) {
        if (failure != null) {
            return;
        }
        try {
            consumer.accept(line);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Waits for the end of the output. Errors: the first failure. */
    void join() throws InterruptedException, IOException {
        thread.join();
        if (failure != null) {
            throw new IOException("the output of faultline could not be taken: " + failure.getMessage(), failure);
        }
    }
}
