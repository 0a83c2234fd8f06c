package io.faultline.gradle;

import java.util.List;
import org.gradle.api.GradleException;

/** Patterns of class names, as a build script has them. */
final class ClassPatterns {
    private ClassPatterns() {}

    /** The same patterns. Errors: the agent would never match one, which is said here, where someone reads it. */
    static List<String> checked(String key, List<String> patterns) {
        for (String pattern : patterns) {
            if (!pattern.matches("[^\\s/:,;\\[\\]()#]+")) {
                throw new GradleException("faultline: `" + pattern + "` in " + key
                        + "s is no pattern of class names; write it as `org.example.*`");
            }
        }
        return patterns;
    }
}
