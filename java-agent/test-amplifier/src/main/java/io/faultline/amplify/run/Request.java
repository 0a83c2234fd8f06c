package io.faultline.amplify.run;

import io.faultline.amplify.table.Fields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** What is to be run, as a file of keys with values says. */
final class Request {
    private static final long LIMIT_MS = 2000;
    private static final int VALUES = 1000;

    final String framework;
    final String testClass;

    /** In the order in which they are to run. */
    final List<String> methods;

    /** What the right classes showed; null where nothing is checked. */
    final Wanted wanted;

    final Path out;
    final long limitMs;

    /** For all of it; 0: as long as it takes. */
    final long deadlineMs;

    final int values;

    private Request(Map<String, List<String>> given) throws IOException, Refused {
        framework = one(given, "framework");
        testClass = one(given, "class");
        List<String> asked = new ArrayList<>(new LinkedHashSet<>(given.getOrDefault("method", Collections.emptyList())));
        switch (of(given, "order", "forward")) {
            case "forward":
                break;
            case "backward":
                Collections.reverse(asked);
                break;
            default:
                throw new Refused("the order `" + one(given, "order") + "` is unknown; ask for forward or backward");
        }
        methods = asked;
        switch (of(given, "mode", "observe")) {
            case "observe":
                wanted = null;
                break;
            case "check":
                wanted = Wanted.read(Paths.get(one(given, "want")));
                break;
            default:
                throw new Refused("the mode `" + one(given, "mode") + "` is unknown; ask for observe or check");
        }
        out = Paths.get(one(given, "out"));
        limitMs = number(given, "limit-ms", LIMIT_MS);
        deadlineMs = number(given, "deadline-ms", 0);
        values = (int) number(given, "values", VALUES);
    }

    static Request read(Path file) throws IOException, Refused {
        Map<String, List<String>> given = new HashMap<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (line.isEmpty()) {
                continue;
            }
            List<String> fields;
            try {
                fields = Fields.split(line);
            } catch (IllegalArgumentException bad) {
                throw new Refused("the request " + file + " cannot be read: " + bad.getMessage());
            }
            if (fields.size() != 2) {
                throw new Refused("the request " + file + " has `" + line + "`, which is no key with a value");
            }
            given.computeIfAbsent(fields.get(0), key -> new ArrayList<>()).add(fields.get(1));
        }
        return new Request(given);
    }

    private static String one(Map<String, List<String>> given, String key) throws Refused {
        List<String> values = given.get(key);
        if (values == null) {
            throw new Refused("the request has no `" + key + "`");
        }
        return values.get(values.size() - 1);
    }

    private static String of(Map<String, List<String>> given, String key, String usual) throws Refused {
        return given.containsKey(key) ? one(given, key) : usual;
    }

    private static long number(Map<String, List<String>> given, String key, long usual) throws Refused {
        String text = of(given, key, Long.toString(usual));
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException bad) {
            throw new Refused("the request's `" + key + "` is `" + text + "`, which is no number");
        }
    }
}
