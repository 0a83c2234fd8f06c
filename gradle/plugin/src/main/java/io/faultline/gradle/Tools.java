package io.faultline.gradle;

import io.faultline.plugins.Installation;
import io.faultline.plugins.Platform;
import io.faultline.plugins.ProgramHashes;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.Properties;
import org.gradle.api.GradleException;

/**
 * The agents and the command line in this plugin's jar, or the fetched command line.
 *
 * <p>Errors: {@link GradleException} with a sentence for the user.
 */
final class Tools {
    private static final ClassLoader JAR = Tools.class.getClassLoader();

    private Tools() {}

    /** Why this machine is not supported, as a sentence; null if it is. */
    static String missing() {
        try {
            Platform.here();
            return null;
        } catch (Platform.Unsupported e) {
            return e.getMessage();
        }
    }

    /** The plugin's version, which is also that of the agents and the program. */
    static String version() {
        return told(() -> {
            Properties properties = new Properties();
            try (InputStream in = JAR.getResourceAsStream(Platform.RESOURCES + "gradle-plugin.properties")) {
                properties.load(in);
            }
            return properties.getProperty("version");
        });
    }

    /** SHA-256 of the agent: recordings depend on the agent's content, not on its path. */
    static String agentHash() {
        return told(() -> Installation.hash(JAR, Installation.AGENT));
    }

    /** The agent's jar, unpacked below {@code caches}. */
    static File agent(File caches) {
        File jar = file(() -> in(caches).agent());
        if (jar.getPath().indexOf('=') >= 0) {
            throw new GradleException("faultline: the JVM ends an agent's path at the first `=`, and " + jar
                    + " has one; choose another folder by the variable GRADLE_USER_HOME");
        }
        return jar;
    }

    /** The jar that runs tests on mutants, unpacked below {@code caches}. */
    static File mutants(File caches) {
        return file(() -> in(caches).mutants());
    }

    /** The jar that amplifies tests, unpacked below {@code caches}. */
    static File amplify(File caches) {
        return file(() -> in(caches).amplify());
    }

    /** Whether the jar contains the command line for a platform. */
    static boolean hasProgram(Platform platform) {
        return carried(platform) != null;
    }

    /** The jar's command line for a platform, unpacked below {@code caches}. */
    static File program(File caches, Platform platform) {
        return file(() -> in(caches).program(carried(platform), platform));
    }

    /** An executable copy of a fetched command line, below {@code caches}, verified against the release. */
    static File program(File caches, Platform platform, File fetched) {
        return file(() -> {
            ProgramHashes.verify(JAR, platform, fetched);
            return in(caches).program(fetched.toURI().toURL(), platform);
        });
    }

    private static URL carried(Platform platform) {
        return JAR.getResource(platform.resource());
    }

    private static Installation in(File caches) {
        return new Installation(JAR, caches.toPath());
    }

    private static File file(Reading<Path> reading) {
        return told(reading).toFile();
    }

    private static <T> T told(Reading<T> reading) {
        try {
            return reading.read();
        } catch (IOException e) {
            throw new GradleException("faultline: " + e.getMessage(), e);
        }
    }

    /** An action that may throw {@link IOException}. */
    private interface Reading<T> {
        T read() throws IOException;
    }
}
