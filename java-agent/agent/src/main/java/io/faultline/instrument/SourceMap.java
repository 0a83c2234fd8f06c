package io.faultline.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The copied lines of a class and their origins: Kotlin's part of a {@code SourceDebugExtension} attribute, as far as
 * the agent needs it. The core reads the rest.
 *
 * <p>Immutable. Malformed text maps nothing. Source: JSR-45.
 */
public final class SourceMap {
    static final String WRITTEN = "*S Kotlin";

    /** Internal name of each file's class, by file number. */
    private final Map<Integer, String> classes = new HashMap<>();

    private final List<Range> ranges = new ArrayList<>();

    /**
     * Output lines {@code from} to {@code from + lines * step} (exclusive) are copies of {@code origin} and following
     * lines.
     */
    private static final class Range {
        final int origin;
        final int file;
        final int lines;
        final int from;
        final int step;

        /**
         * Parses {@code 5#2,3:11,1}: three lines from line 5 of file 2 on are lines 11 to 13. Errors: invalid numbers.
         */
        Range(String text) {
            int colon = text.indexOf(':');
            int hash = text.indexOf('#');
            int count = text.indexOf(',');
            boolean isCounted = hash < count && count < colon;
            int comma = text.indexOf(',', colon);
            origin = Integer.parseInt(text.substring(0, hash));
            file = Integer.parseInt(text.substring(hash + 1, isCounted ? count : colon));
            lines = isCounted ? Integer.parseInt(text.substring(count + 1, colon)) : 1;
            from = Integer.parseInt(text.substring(colon + 1, comma < 0 ? text.length() : comma));
            step = comma < 0 ? 1 : Integer.parseInt(text.substring(comma + 1));
        }

        boolean has(int line) {
            return line >= from && line - from < (long) lines * step;
        }

        int originOf(int line) {
            return origin + (line - from) / step;
        }
    }

    private SourceMap() {}

    /** Parses the attribute. Cost: O(text). */
    static SourceMap of(String text) {
        SourceMap map = new SourceMap();
        String[] lines = text.split("\r?\n");
        String section = "";
        for (int at = Arrays.asList(lines).indexOf(WRITTEN) + 1; at > 0 && at < lines.length; at++) {
            String line = lines[at];
            if (line.equals("*F") || line.equals("*L")) {
                section = line;
            } else if (line.startsWith("*")) {
                break;
            } else if (section.equals("*L")) {
                map.addRange(line);
            } else if (section.equals("*F") && line.startsWith("+ ") && at + 1 < lines.length) {
                map.addFile(line.substring(2), lines[++at]);
            }
        }
        return map;
    }

    private void addFile(String numberAndName, String path) {
        try {
            classes.put(Integer.parseInt(numberAndName.substring(0, Math.max(numberAndName.indexOf(' '), 0))), path);
        } catch (NumberFormatException unreadable) {
            // Maps nothing.
        }
    }

    private void addRange(String text) {
        try {
            ranges.add(new Range(text));
        } catch (NumberFormatException | StringIndexOutOfBoundsException unreadable) {
            // Maps nothing.
        }
    }

    /** Returns the distinct internal names of origin classes, in order. */
    public Set<String> classes() {
        return new TreeSet<>(classes.values());
    }

    /** Whether a line is a copy of one of {@code lines}, ascending by class. Cost: O(ranges). */
    boolean isCopyOf(Map<String, int[]> lines, int line) {
        for (Range range : ranges) {
            if (range.has(line)) {
                int[] of = lines.get(classes.get(range.file));
                return of != null && Arrays.binarySearch(of, range.originOf(line)) >= 0;
            }
        }
        return false;
    }
}
