package io.faultline.gradle;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gradle.api.GradleException;

/** The agent's options as they stand behind {@code -javaagent:JAR=}: values percent-encoded in UTF-8. */
final class AgentOptions {
    private AgentOptions() {}

    /** Errors: {@link GradleException} when a pattern can be no class's name. */
    static String text(File recordings, File root, List<String> includes, List<String> excludes) {
        StringBuilder text = new StringBuilder("dir=").append(encoded(recordings.getPath()));
        text.append(",root=").append(encoded(root.getPath()));
        append(text, "include", includes);
        append(text, "exclude", excludes);
        return text.toString();
    }

    private static void append(StringBuilder text, String key, List<String> patterns) {
        String separator = "," + key + "=";
        for (String pattern : patterns) {
            text.append(separator).append(encoded(checked(key, pattern)));
            separator = ":";
        }
    }

    /** What the agent would never match is an error here, where someone reads it. */
    private static String checked(String key, String pattern) {
        if (!pattern.matches("[^\\s/:,;\\[\\]()#]+")) {
            throw new GradleException("faultline: `" + pattern + "` in " + key
                    + "s is no pattern of class names; write it as `org.example.*`");
        }
        return pattern;
    }

    /** Encodes all but letters, digits and {@code -._/}, so that nothing on the way takes it for something else. */
    private static String encoded(String value) {
        StringBuilder out = new StringBuilder(value.length() + 16);
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || "-._/".indexOf(c) >= 0);
            out.append(plain ? String.valueOf(c) : String.format("%%%02X", (int) c));
        }
        return out.toString();
    }
}
