package io.faultline.gradle;

import io.faultline.plugins.Platform;
import io.faultline.plugins.ProgramHashes;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import org.gradle.api.GradleException;

/**
 * The agents and the command line that this plugin's jar carries, or the program that was fetched for it.
 *
 * <p>Each is unpacked when it is first needed, to a folder that is named by its hash: two builds that do
 * so at once write the same bytes, and the file appears under its name when it is whole. A folder that
 * somebody emptied is filled again. Errors: {@link GradleException} with a sentence for people.
 */
final class Tools {
    private static final Properties HASHES = hashes();

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
        return HASHES.getProperty("version");
    }

    /** SHA-256 of the agent: what the recordings depend on, wherever the jar lies. */
    static String agentHash() {
        return HASHES.getProperty("agent");
    }

    /** The agent's jar; below {@code caches}. */
    static File agent(File caches) {
        File jar = unpacked(caches, agentHash(), "faultline-agent.jar", "faultline-agent.jar");
        if (jar.getPath().indexOf('=') >= 0) {
            throw new GradleException("faultline: the JVM ends an agent's path at the first `=`, and " + jar
                    + " has one; choose another folder by the variable GRADLE_USER_HOME");
        }
        return jar;
    }

    /** The jar that runs tests on mutants, with the one that it needs beside it; below {@code caches}. */
    static File mutants(File caches) {
        return pair(caches, "mutants", "faultline-mutants.jar", "mutants.boot", "faultline-mutants-boot.jar");
    }

    /** The jar that grows tests, with the one that runs them beside it; below {@code caches}. */
    static File amplify(File caches) {
        return pair(caches, "amplify", "faultline-amplify.jar", "amplify.run", "faultline-amplify-run.jar");
    }

    /** The first of two jars; a folder holds what belongs together. */
    private static File pair(File caches, String first, String jar, String second, String beside) {
        String hash = HASHES.getProperty(first).substring(0, 16) + HASHES.getProperty(second).substring(0, 16);
        unpacked(caches, hash, beside, beside);
        return unpacked(caches, hash, jar, jar);
    }

    /** Does the jar carry the command line for a platform? */
    static boolean hasProgram(Platform platform) {
        return HASHES.containsKey(platform.toString());
    }

    /** The command line that the jar carries for a platform; below {@code caches}. */
    static File program(File caches, Platform platform) {
        return unpacked(caches, HASHES.getProperty(platform.toString()), platform + "/" + platform.program(), platform.program());
    }

    /** A copy of a command line that was fetched and is what was released, which can be executed; below {@code caches}. */
    static File program(File caches, Platform platform, File fetched) {
        try {
            ProgramHashes.verify(Tools.class.getClassLoader(), platform, fetched);
        } catch (IOException e) {
            throw new GradleException("faultline: " + e.getMessage(), e);
        }
        try {
            String hash = ProgramHashes.sha256(fetched);
            return placed(caches, hash, platform.program(), () -> Files.newInputStream(fetched.toPath()));
        } catch (IOException e) {
            throw new GradleException("faultline: " + fetched + " cannot be read: " + e, e);
        }
    }

    private static File unpacked(File caches, String hash, String resource, String name) {
        return placed(caches, hash, name, () -> resource(resource));
    }

    /** A file in the folder of its hash, copied unless it is there. */
    private static File placed(File caches, String hash, String name, Content content) {
        Path target = caches.toPath().resolve(hash.substring(0, 32)).resolve(name);
        if (!Files.exists(target)) {
            try {
                copy(content, target);
            } catch (IOException e) {
                throw new GradleException("faultline: unpacking " + name + " to " + target.getParent() + " failed: " + e, e);
            }
        }
        return target.toFile();
    }

    private static void copy(Content content, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Path part = Files.createTempFile(target.getParent(), "part", "");
        try (InputStream in = content.open()) {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            // A temporary file is its owner's alone; a cache may be shared.
            part.toFile().setReadable(true, false);
            part.toFile().setExecutable(true, false);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream in = Tools.class.getResourceAsStream("/" + Platform.RESOURCES + name);
        if (in == null) {
            throw new IOException("the plugin's jar lacks " + name);
        }
        return in;
    }

    private static Properties hashes() {
        Properties hashes = new Properties();
        try (InputStream in = resource("hashes.properties")) {
            hashes.load(in);
            return hashes;
        } catch (IOException e) {
            throw new GradleException("faultline: the plugin's jar cannot be read: " + e, e);
        }
    }

    /** Bytes that may not be needed. */
    private interface Content {
        InputStream open() throws IOException;
    }
}
