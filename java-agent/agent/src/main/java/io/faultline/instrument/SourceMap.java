package io.faultline.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The lines of a class and their origins in other files, by a {@code SourceDebugExtension} attribute, as far as the
 * agent needs it. The core reads the rest.
 *
 * <p>Immutable. Malformed text maps nothing. Source: JSR-45.
 */
public final class SourceMap {
    static final String WRITTEN = "*S Kotlin";

    /** Default strata of classes whose own lines are right, with or without copies. */
    private static final List<String> OWN = Arrays.asList("", "Java", "Kotlin");

    /** The line of the text that names the default stratum, from 0. */
    private static final int DEFAULT_STRATUM = 2;

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
         * Parses {@code 5#2,3:11,1}: three lines from line 5 of file 2 on are lines 11 to 13. Without a file it is that
         * of the range before. Errors: invalid numbers.
         */
        Range(String text, int fileBefore) {
            int colon = text.indexOf(':');
            int hash = text.substring(0, colon).indexOf('#');
            int count = text.indexOf(',');
            boolean isCounted = count >= 0 && hash < count && count < colon;
            int comma = text.indexOf(',', colon);
            int endOfFile = isCounted ? count : colon;
            origin = Integer.parseInt(text.substring(0, hash < 0 ? endOfFile : hash));
            file = hash < 0 ? fileBefore : Integer.parseInt(text.substring(hash + 1, endOfFile));
            lines = isCounted ? Integer.parseInt(text.substring(count + 1, colon)) : 1;
            from = Integer.parseInt(text.substring(colon + 1, comma < 0 ? text.length() : comma));
            step = comma < 0 ? 1 : Integer.parseInt(text.substring(comma + 1));
        }

        boolean has(int line) {
            // Without a step, all lines of the origin are one line.
            return line >= from && line - from < (step == 0 ? 1 : (long) lines * step);
        }

        int originOf(int line) {
            return step == 0 ? origin : origin + (line - from) / step;
        }
    }

    /** JSR-45 also allows a lone carriage return. */
    private static final String LINE_END = "\r\n|\r|\n";

    private SourceMap() {}

    /** Parses Kotlin's part of the attribute, the origins of copied lines. Cost: O(text). */
    static SourceMap of(String text) {
        return stratum(text.split(LINE_END), WRITTEN);
    }

    /**
     * Parses the part that says from which lines of other files, such as JSP's, a translator wrote the class. Returns
     * null if the class was not translated. Cost: O(text).
     */
    static SourceMap ofTranslated(String text) {
        String[] lines = text.split(LINE_END);
        boolean isTranslated = lines.length > DEFAULT_STRATUM
                && lines[0].equals("SMAP")
                && !OWN.contains(lines[DEFAULT_STRATUM].trim());
        return isTranslated ? stratum(lines, "*S " + lines[DEFAULT_STRATUM].trim()) : null;
    }

    private static SourceMap stratum(String[] lines, String name) {
        SourceMap map = new SourceMap();
        String section = "";
        for (int at = Arrays.asList(lines).indexOf(name) + 1; at > 0 && at < lines.length; at++) {
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
            int before = ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1).file;
            ranges.add(new Range(text, before));
        } catch (NumberFormatException | StringIndexOutOfBoundsException unreadable) {
            // Maps nothing.
        }
    }

    /** Returns the distinct internal names of origin classes, in order. */
    public Set<String> classes() {
        return new TreeSet<>(classes.values());
    }

    /** Whether a line has an origin. Cost: O(ranges). */
    boolean has(int line) {
        for (Range range : ranges) {
            if (range.has(line)) {
                return true;
            }
        }
        return false;
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
