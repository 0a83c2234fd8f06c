package io.faultline.gradle;

import java.util.List;
import org.gradle.api.GradleException;

/** Patterns of class names in a build script. */
final class ClassPatterns {
    private ClassPatterns() {}

    /**
     * Returns the patterns unchanged. Errors: a pattern that can never match; reported here, where users see the
     * message, and not in the agent.
     */
    static List<String> checked(String key, List<String> patterns) {
        for (String pattern : patterns) {
            if (!pattern.matches("[^\\s/:,;\\[\\]()#]+")) {
                throw new GradleException("faultline: `" + pattern + "` in " + key
                        + "s is not a pattern of class names; write it as `org.example.*`");
            }
        }
        return patterns;
    }
}
