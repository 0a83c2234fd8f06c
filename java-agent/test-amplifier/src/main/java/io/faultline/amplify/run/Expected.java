package io.faultline.amplify.run;

import io.faultline.runner.Fields;
import io.faultline.runner.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The observations of methods on the correct classes, by execution. */
final class Expected {
    /** One execution. */
    static final class Execution {
        final List<String> observations;

        /** Class name of the exception that ended it; empty if none. */
        final String end;

        Execution(List<String> fields) {
            observations = fields.subList(1, fields.size() - 1);
            end = fields.get(fields.size() - 1);
        }
    }

    private final Map<String, Deque<Execution>> of = new HashMap<>();

    /** Reads a table: a header line, then a line per execution with its method, observations and end. */
    static Expected read(Path file) throws IOException {
        Expected expected = new Expected();
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            List<String> fields = Fields.split(line);
            if (fields.size() < 2) {
                throw new Refused("the file " + file + " has `" + line + "`, which is no execution of a test");
            }
            expected.of
                    .computeIfAbsent(fields.get(0), method -> new ArrayDeque<>())
                    .add(new Execution(fields));
        }
        return expected;
    }

    /** The next execution of a method; null if there is none. */
    Execution next(String method) {
        Deque<Execution> all = of.get(method);
        return all == null ? null : all.poll();
    }
}
