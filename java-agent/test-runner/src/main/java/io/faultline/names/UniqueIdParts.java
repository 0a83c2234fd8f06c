package io.faultline.names;

/**
 * Parts of the JUnit Platform's unique ids, {@code [engine:junit-vintage]/[runner:a.B]/[test:m(a.B)]}. The engine for
 * JUnit 3 and 4 makes them of display names, which may differ from run to run.
 */
public final class UniqueIdParts {
    private static final String VINTAGE = "[engine:junit-vintage]/";

    /** What the platform writes for characters with a meaning in ids. */
    private static final String[][] ESCAPES = {
        {"%5B", "["}, {"%5D", "]"}, {"%3A", ":"}, {"%2F", "/"}, {"%2B", "+"}, {"%25", "%"}
    };

    private UniqueIdParts() {}

    /** Whether an id may have parts that differ from run to run. */
    public static boolean mayChange(String id) {
        return id.startsWith(VINTAGE);
    }

    /** The last part of an id, without the parts above it and the slash before it. */
    public static String last(String id, String above) {
        return id.substring(Math.min(id.length(), above.length() + 1));
    }

    /** A part that is the same in each run: without hashes, times and the like. */
    public static String stable(String part) {
        String plain = part;
        for (String[] escape : ESCAPES) {
            plain = plain.replace(escape[0], escape[1]);
        }
        int colon = plain.indexOf(':');
        if (colon < 0 || !plain.endsWith("]")) {
            return part;
        }
        String value = plain.substring(colon + 1, plain.length() - 1);
        String stable = StableNames.of(value);
        if (stable.equals(value)) {
            return part;
        }
        for (int i = ESCAPES.length - 1; i >= 0; i--) {
            stable = stable.replace(ESCAPES[i][1], ESCAPES[i][0]);
        }
        return plain.substring(0, colon + 1) + stable + "]";
    }

    /** The part of the test that is number {@code occurrence}, from 1, of those that have the same one. */
    public static String numbered(String stable, int occurrence) {
        return occurrence == 1 ? stable : stable.substring(0, stable.length() - 1) + "#" + occurrence + "]";
    }
}
