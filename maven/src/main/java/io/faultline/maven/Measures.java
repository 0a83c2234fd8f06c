package io.faultline.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What {@code faultline suite --json} measured of a suite and its parts. */
final class Measures {
    private static final double VERSION = 1;

    private final Map<?, ?> report;

    /** Errors: {@link IllegalArgumentException} for text that is no such report. */
    Measures(String json) {
        Object value = Json.parse(json);
        if (!(value instanceof Map) || !Double.valueOf(VERSION).equals(((Map<?, ?>) value).get("version"))) {
            throw new IllegalArgumentException("not a report of faultline suite in version 1");
        }
        report = (Map<?, ?>) value;
    }

    /** Recorded tests that ended so: {@code passed}, {@code failed}, {@code aborted} or {@code skipped}. */
    double tests(String outcome) {
        return number((Map<?, ?>) report.get("tests"), outcome);
    }

    /** The parts at a level: the {@code suite} alone, all {@code package}s or all {@code class}es. */
    List<Part> parts(String level) {
        List<Part> parts = new ArrayList<>();
        if (level.equals("suite")) {
            parts.add(new Part("the suite", (Map<?, ?>) report.get("suite")));
            return parts;
        }
        if (!level.equals("package") && !level.equals("class")) {
            throw new IllegalArgumentException("checkLevel is suite, package or class, not " + level);
        }
        for (Object part : (List<?>) report.get(level.equals("package") ? "packages" : "classes")) {
            Map<?, ?> values = (Map<?, ?>) part;
            parts.add(new Part(level + " " + values.get("name"), values));
        }
        return parts;
    }

    private static double number(Map<?, ?> values, String name) {
        Object value = values.get(name);
        return value instanceof Double ? (Double) value : Double.NaN;
    }

    /** The measures of a suite, package or class. */
    static final class Part {
        final String name;
        private final Map<?, ?> values;

        private Part(String name, Map<?, ?> values) {
            this.name = name;
            this.values = values;
        }

        /** A measure by its name in the report; NaN where the report has none. */
        double value(String measure) {
            return number(values, measure);
        }
    }
}
