package io.faultline.amplify.grow;

import com.sun.source.tree.LiteralTree;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Replaces number, string and boolean literals of a test. */
final class LiteralEdits {
    /** Literals are weighted higher, because tests differ mostly in them. */
    private static final int WEIGHT = 3;

    private static final int PLACES = 6;
    private static final String[] CHARACTERS = {" ", "-", "0", "a", "Z", ".", ",", "\"", "\n"};

    private LiteralEdits() {}

    /** Adds alternatives to a literal. {@code strings} are other strings of the test. */
    static void find(Source source, LiteralTree literal, List<String> strings, Sites sites) {
        Sites.Site site = sites.site();
        Object value = literal.getValue();
        if (value instanceof String) {
            for (String other : strings((String) value, strings)) {
                add(source, literal, Literals.string(other), site);
            }
        } else if (value instanceof Integer) {
            int number = (Integer) value;
            numbers(
                    source,
                    literal,
                    site,
                    "",
                    number + 1L,
                    number - 1L,
                    0,
                    1,
                    -(long) number,
                    number * 2L,
                    number / 2,
                    Integer.MAX_VALUE,
                    Integer.MIN_VALUE);
        } else if (value instanceof Long) {
            long number = (Long) value;
            numbers(source, literal, site, "L", number + 1, number - 1, 0, -number, number * 2);
        } else if (value instanceof Double) {
            double number = (Double) value;
            for (double other : new double[] {number + 1, number - 1, 0, -number, number * 2, number / 2}) {
                if (Double.isFinite(other) && other != number) {
                    add(source, literal, other < 0 ? "(" + other + ")" : Double.toString(other), site);
                }
            }
            add(source, literal, "Double.NaN", site);
        } else if (value instanceof Boolean) {
            add(source, literal, Boolean.toString(!(Boolean) value), site);
        } else if (value instanceof Character) {
            add(source, literal, Literals.character((char) ((Character) value + 1)), site);
            add(source, literal, "' '", site);
        }
        site.end(WEIGHT);
    }

    private static void numbers(Source source, LiteralTree literal, Sites.Site site, String suffix, long... others) {
        Set<Long> seen = new LinkedHashSet<>();
        seen.add(((Number) literal.getValue()).longValue());
        for (long other : others) {
            boolean fits = !suffix.isEmpty() || other >= Integer.MIN_VALUE && other <= Integer.MAX_VALUE;
            if (fits && seen.add(other)) {
                add(source, literal, other < 0 ? "(" + other + suffix + ")" : other + suffix, site);
            }
        }
    }

    private static void add(Source source, LiteralTree literal, String with, Sites.Site site) {
        String words = quoted(with) + " for " + quoted(source.text(literal));
        site.add(source.start(literal), source.end(literal), with, words);
    }

    /** Short string literals unchanged, everything else formatted as code. */
    private static String quoted(String text) {
        return text.startsWith("\"") && text.length() <= 40 ? text : Literals.code(text);
    }

    /** Strings similar to one, and the test's other strings. */
    private static Set<String> strings(String text, List<String> others) {
        Set<String> near = new LinkedHashSet<>();
        near.add("");
        near.add(text.toUpperCase(Locale.ROOT));
        near.add(text.toLowerCase(Locale.ROOT));
        near.add(text + text);
        near.add(text + " ");
        int step = Math.max(1, text.length() / PLACES);
        for (int at = 0; at < text.length(); at += step) {
            near.add(text.substring(0, at) + text.substring(at + 1));
            near.add(text.substring(0, at) + text.charAt(at) + text.substring(at));
            String other = CHARACTERS[at / step % CHARACTERS.length];
            near.add(text.substring(0, at) + other + text.substring(at));
            near.add(text.substring(0, at) + other + text.substring(at + 1));
        }
        near.addAll(others);
        near.remove(text);
        return near;
    }
}
