package io.faultline.gradle;

import java.util.Collection;

/** Name patterns in which {@code *} matches any characters. */
final class NamePatterns {
    private NamePatterns() {}

    /** Whether a pattern matches, or there are no patterns. */
    static boolean choose(Collection<String> patterns, String name) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, name));
    }

    private static boolean matches(String pattern, String name) {
        return name.matches(("\\Q" + pattern + "\\E").replace("*", "\\E.*\\Q"));
    }
}
