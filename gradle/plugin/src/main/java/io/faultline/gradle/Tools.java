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
 * The agents and the command line that this plugin's jar carries, or the program that was fetched for it.
 *
 * <p>Errors: {@link GradleException} with a sentence for people.
 */
final class Tools {
    private static final ClassLoader JAR = Tools.class.getClassLoader();

    private Tools() {}

    /** Why there is nothing for this machine, as a sentence; null when there is. */
    static String missing() {
        try {
            Platform.here();
            return null;
        } catch (Platform.Unsupported e) {
            return e.getMessage();
        }
    }

    /** The plugin's version, which is that of all its parts. */
    static String version() {
        return told(() -> {
            Properties properties = new Properties();
            try (InputStream in = JAR.getResourceAsStream(Platform.RESOURCES + "gradle-plugin.properties")) {
                properties.load(in);
            }
            return properties.getProperty("version");
        });
    }

    /** SHA-256 of the agent: what the recordings depend on, wherever the jar lies. */
    static String agentHash() {
        return told(() -> Installation.hash(JAR, Installation.AGENT));
    }

    /** The agent's jar; below {@code caches}. */
    static File agent(File caches) {
        File jar = file(() -> in(caches).agent());
        if (jar.getPath().indexOf('=') >= 0) {
            throw new GradleException("faultline: the JVM ends an agent's path at the first `=`, and " + jar
                    + " has one; choose another folder by the variable GRADLE_USER_HOME");
        }
        return jar;
    }

    /** The jar that runs tests on mutants; below {@code caches}. */
    static File mutants(File caches) {
        return file(() -> in(caches).mutants());
    }

    /** The jar that grows tests; below {@code caches}. */
    static File amplify(File caches) {
        return file(() -> in(caches).amplify());
    }

    /** Does the jar carry the command line for a platform? */
    static boolean hasProgram(Platform platform) {
        return carried(platform) != null;
    }

    /** The command line that the jar carries for a platform; below {@code caches}. */
    static File program(File caches, Platform platform) {
        return file(() -> in(caches).program(carried(platform), platform));
    }

    /** A copy of a command line that was fetched and is what was released, which can be executed; below {@code caches}. */
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

    /** Something that may fail. */
    private interface Reading<T> {
        T read() throws IOException;
    }
}
