package io.faultline.plugins;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The agent as a JVM option: {@code -javaagent:JAR=dir=...,root=...}.
 *
 * <p>All characters of values except letters, digits and {@code -._/} are percent-encoded, and the path of the jar
 * contains only such characters. So neither a shell nor Surefire nor the JVM splits the option.
 */
public final class AgentOption {
    /** Name of the file that says what each test ran when it last passed. */
    public static final String BASELINE = "baseline.flb";

    private final StringBuilder text;

    public AgentOption(Path jar, Path dataFolder, Path root) {
        // The JVM accepts slashes on Windows too, and they are not taken for escapes.
        String path = jar.toString().replace(jar.getFileSystem().getSeparator(), "/");
        text = new StringBuilder("-javaagent:").append(path).append("=dir=");
        encode(dataFolder.toString());
        text.append(",root=");
        encode(root.toString());
    }

    /** Adds patterns of class names under a key of the agent's options. */
    public AgentOption patterns(String key, List<String> patterns) {
        String separator = "," + key + "=";
        for (String pattern : Arguments.parts(patterns)) {
            text.append(separator);
            encode(pattern);
            separator = ":";
        }
        return this;
    }

    /** Leaves out the tests for which nothing has changed since they passed, as a baseline says. */
    public AgentOption affectedBy(Path baseline) {
        text.append(",baseline=");
        encode(baseline.toString());
        return this;
    }

    /** Runs the tests first that are most likely to fail, as a baseline says. */
    public AgentOption failingFirst(Path baseline) {
        text.append(",order=");
        encode(baseline.toString());
        return this;
    }

    /**
     * Whether a build asks for the tests first that are most likely to fail.
     *
     * @param first which tests run first; null for the build's order
     * @throws IllegalArgumentException it is another word than {@code failing}
     */
    public static boolean isFailingFirst(String first) {
        if (first == null || first.equals("failing")) {
            return first != null;
        }
        throw new IllegalArgumentException(
                "faultline.first=" + first + " is unknown; the only value is failing (run likely failures first)");
    }

    private void encode(String value) {
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || "-._/".indexOf(c) >= 0);
            if (plain) {
                text.append(c);
            } else {
                text.append(String.format("%%%02X", (int) c));
            }
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
