package io.faultline.amplify.run;

import io.faultline.runner.Fields;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The results file: a line per execution, each in one write. Threads: safe. */
final class Results implements Closeable {
    private final FileOutputStream out;
    private final Set<String> methods = new HashSet<>();

    Results(Path file) throws IOException {
        boolean isNew = !file.toFile().exists() || file.toFile().length() == 0;
        out = new FileOutputStream(file.toFile(), true);
        if (isNew) {
            write(Arrays.asList("method", "outcome", "exception", "frame", "observations"));
        }
    }

    synchronized void add(String method, Outcome outcome, String exception, String frame, List<String> observations) {
        List<String> fields = new ArrayList<>(Arrays.asList(method, outcome.word(), exception, frame));
        fields.addAll(observations);
        methods.add(method);
        try {
            write(fields);
        } catch (IOException full) {
            throw new IllegalStateException("writing results failed: " + full.getMessage(), full);
        }
    }

    /** Whether this process has written a line for the method. */
    synchronized boolean has(String method) {
        return methods.contains(method);
    }

    private void write(List<String> fields) throws IOException {
        out.write(Fields.line(fields).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
