package io.faultline.gradle;

import java.util.Collection;

/** Names chosen by patterns in which {@code *} is any characters. */
final class NamePatterns {
    private NamePatterns() {}

    /** Does one of the patterns match, or is there none? */
    static boolean choose(Collection<String> patterns, String name) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, name));
    }

    private static boolean matches(String pattern, String name) {
        return name.matches(("\\Q" + pattern + "\\E").replace("*", "\\E.*\\Q"));
    }
}
