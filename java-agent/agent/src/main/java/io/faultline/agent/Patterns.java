package io.faultline.agent;

import java.util.ArrayList;
import java.util.List;

/**
 * Class-name patterns, separated by colons: {@code *} matches any characters, {@code ?} one; a pattern without
 * wildcards also matches nested classes.
 */
final class Patterns {
    private final String text;
    private final String[] patterns;

    private Patterns(String text, String[] patterns) {
        this.text = text;
        this.patterns = patterns;
    }

    static Patterns parse(String text) {
        List<String> patterns = new ArrayList<>();
        for (String pattern : text.split(":")) {
            String trimmed = pattern.trim().replace('/', '.');
            if (!trimmed.isEmpty()) {
                patterns.add(trimmed);
            }
        }
        return new Patterns(text, patterns.toArray(new String[0]));
    }

    boolean isEmpty() {
        return patterns.length == 0;
    }

    /** Whether any pattern matches a class (binary name with dots). */
    boolean match(String className) {
        for (String pattern : patterns) {
            if (matches(pattern, className)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String pattern, String name) {
        if (pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0) {
            return name.startsWith(pattern)
                    && (name.length() == pattern.length() || name.charAt(pattern.length()) == '$');
        }
        return glob(pattern, name);
    }

    /** Matches greedily, backtracking only to the last star. Cost: O(pattern * name). */
    private static boolean glob(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int resume = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = n;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    @Override
    public String toString() {
        return text;
    }
}
