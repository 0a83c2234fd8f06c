package io.faultline.gradle;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;
import org.gradle.api.GradleException;

/**
 * The agents and the command line that this plugin's jar carries.
 *
 * <p>Each is unpacked when it is first needed, to a folder that is named by its hash: two builds that do
 * so at once write the same bytes, and the file appears under its name when it is whole. A folder that
 * somebody emptied is filled again. Errors: {@link GradleException} with a sentence for people.
 */
final class Tools {
    private static final String RESOURCES = "/META-INF/faultline/";
    private static final Properties HASHES = hashes();

    private Tools() {}

    /** Why there is nothing for this machine, as a sentence; null when there is. */
    static String missing() {
        return missing(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static String missing(String os, String arch) {
        String platform = platform(os, arch);
        if (HASHES.containsKey(platform)) {
            return null;
        }
        TreeSet<Object> supported = new TreeSet<>(HASHES.keySet());
        supported.removeAll(Arrays.asList("agent", "mutants", "mutants.boot", "amplify", "amplify.run"));
        return "this build of the plugin has nothing for " + platform + ", only for " + supported;
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

    /** The command line {@code faultline}; below {@code caches}. Errors: there is none for this platform. */
    static File program(File caches) {
        String missing = missing();
        if (missing != null) {
            throw new GradleException("faultline: " + missing);
        }
        String platform = platform(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
        return unpacked(caches, HASHES.getProperty(platform), platform + "/faultline", "faultline");
    }

    /** As the jar's folders are called: {@code linux-x86_64}. */
    private static String platform(String os, String arch) {
        String name = os.toLowerCase(Locale.ROOT).replace(' ', '-');
        return name + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    private static File unpacked(File caches, String hash, String resource, String name) {
        Path target = caches.toPath().resolve(hash.substring(0, 32)).resolve(name);
        if (!Files.exists(target)) {
            try {
                unpack(resource, target);
            } catch (IOException e) {
                throw new GradleException("faultline: unpacking " + name + " to " + target.getParent() + " failed: " + e, e);
            }
        }
        return target.toFile();
    }

    private static void unpack(String resource, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Path part = Files.createTempFile(target.getParent(), "part", "");
        try (InputStream in = Tools.class.getResourceAsStream(RESOURCES + resource)) {
            if (in == null) {
                throw new IOException("the plugin's jar lacks " + resource);
            }
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            // A temporary file is its owner's alone; a cache may be shared.
            part.toFile().setReadable(true, false);
            part.toFile().setExecutable(true, false);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static Properties hashes() {
        Properties hashes = new Properties();
        try (InputStream in = Tools.class.getResourceAsStream(RESOURCES + "hashes.properties")) {
            hashes.load(in);
            return hashes;
        } catch (IOException e) {
            throw new GradleException("faultline: the plugin's jar cannot be read: " + e, e);
        }
    }
}
