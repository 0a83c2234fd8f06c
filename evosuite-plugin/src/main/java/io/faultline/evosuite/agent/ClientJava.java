package io.faultline.evosuite.agent;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/**
 * The Java with which EvoSuite starts its client: that of {@code JAVA_HOME} if set, not the master's.
 *
 * <p>On a Java that is too new, the client and then the master would end silently.
 */
final class ClientJava {
    private ClientJava() {}

    /** Errors: {@link Refused} if EvoSuite cannot run on the Java in {@code JAVA_HOME}. */
    static void check(String javaHome) throws Refused {
        String specification =
                javaHome == null || !new File(javaHome, "bin/java").exists() ? null : specification(javaHome);
        int release = specification == null ? JavaRelease.LAST : JavaRelease.parse(specification);
        if (release > JavaRelease.LAST) {
            throw new Refused("JAVA_HOME names a Java " + release
                    + ", with which EvoSuite would start its client, and cannot run; "
                    + "set JAVA_HOME to a Java 17, 11 or 8");
        }
    }

    /** Returns {@code 1.8} or {@code 25}, from the release file of the JDK; null if unknown. */
    private static String specification(String javaHome) {
        Properties release = new Properties();
        try (InputStream in = new FileInputStream(new File(javaHome, "release"))) {
            release.load(in);
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
        String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
        String[] numbers = version.split("[^0-9]+");
        if (numbers.length == 0 || numbers[0].isEmpty()) {
            return null;
        }
        return numbers[0].equals("1") && numbers.length > 1 ? "1." + numbers[1] : numbers[0];
    }
}
