package io.faultline.amplify.run;

import io.faultline.runner.Lines;
import io.faultline.runner.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A request to run tests, read from a file. */
final class Request {
    private static final long LIMIT_MS = 2000;
    private static final int VALUES = 1000;

    final String framework;
    final String testClass;

    /** Methods in the order in which to run them. */
    final List<String> methods;

    /** The observations on the correct classes; null for runs without a check. */
    final Expected expected;

    final Path out;
    final long limitMs;

    /** Time limit of the whole run; 0 for none. */
    final long deadlineMs;

    final int values;

    private Request(Lines given) throws IOException {
        framework = given.one("framework");
        testClass = given.one("class");
        Set<String> each = new LinkedHashSet<>();
        for (List<String> line : given.lines("method", 1)) {
            each.add(line.get(0));
        }
        List<String> asked = new ArrayList<>(each);
        switch (given.of("order", "forward")) {
            case "forward":
                break;
            case "backward":
                Collections.reverse(asked);
                break;
            default:
                throw new Refused("the order `" + given.one("order") + "` is unknown; ask for forward or backward");
        }
        methods = asked;
        switch (given.of("mode", "observe")) {
            case "observe":
                expected = null;
                break;
            case "check":
                expected = Expected.read(Paths.get(given.one("want")));
                break;
            default:
                throw new Refused("the mode `" + given.one("mode") + "` is unknown; ask for observe or check");
        }
        out = Paths.get(given.one("out"));
        limitMs = given.number("limit-ms", LIMIT_MS);
        deadlineMs = given.number("deadline-ms", 0);
        values = (int) given.number("values", VALUES);
    }

    static Request read(Path file) throws IOException {
        return new Request(Lines.read(file));
    }
}
