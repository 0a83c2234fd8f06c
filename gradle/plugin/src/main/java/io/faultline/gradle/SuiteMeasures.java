package io.faultline.gradle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What {@code faultline suite --csv} printed: a row of measures for the suite, each package and each class. */
final class SuiteMeasures {
    private final List<String> measures;
    private final List<Row> rows = new ArrayList<>();

    /** Measures of one thing. */
    static final class Row {
        /** {@code suite}, {@code package} or {@code class}. */
        final String scope;

        final String name;
        private final double[] values;

        Row(String scope, String name, double[] values) {
            this.scope = scope;
            this.name = name;
            this.values = values;
        }
    }

    SuiteMeasures(String csv) {
        String[] lines = csv.split("\n");
        List<String> heading = Arrays.asList(lines[0].trim().split(","));
        measures = heading.subList(2, heading.size());
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            rows.add(row(line.trim()));
        }
    }

    /** Names of all measures. */
    List<String> measures() {
        return measures;
    }

    List<Row> rows() {
        return rows;
    }

    /** A measure of {@link #measures} in a row. */
    double value(Row row, String measure) {
        return row.values[measures.indexOf(measure)];
    }

    /** Read from the right: only the name, the second field, may hold a comma, and then it is quoted. */
    private Row row(String line) {
        String rest = line;
        double[] values = new double[measures.size()];
        for (int i = values.length - 1; i >= 0; i--) {
            int comma = rest.lastIndexOf(',');
            String value = rest.substring(comma + 1);
            values[i] = value.isEmpty() ? Double.NaN : Double.parseDouble(value);
            rest = rest.substring(0, comma);
        }
        int comma = rest.indexOf(',');
        String name = rest.substring(comma + 1);
        if (name.startsWith("\"")) {
            name = name.substring(1, name.length() - 1).replace("\"\"", "\"");
        }
        return new Row(rest.substring(0, comma), name, values);
    }
}
