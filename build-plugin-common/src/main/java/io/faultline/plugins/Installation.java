package io.faultline.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The program and the agents as files below a folder of caches: what a plugin's jar carries of them, or what was fetched for it.
 *
 * <p>Each is unpacked when it is first needed, into a folder that is named by its hash: two builds that do so at once write the same
 * bytes, and the file appears under its name when it is whole. What somebody deleted is unpacked again. Not in a build's own folder,
 * whose cleaning would take the agent away from tests. Threads: any; processes: any.
 */
public final class Installation {
    public static final String AGENT = "faultline-agent.jar";
    /** Of what jars hold, which stays as it is while a JVM runs. */
    private static final Map<String, String> HASHES = new ConcurrentHashMap<>();

    private final ClassLoader jar;
    private final Path caches;

    /** Nothing is unpacked yet. */
    public Installation(ClassLoader jar, Path caches) {
        this.jar = jar;
        this.caches = caches;
    }

    public Path agent() throws IOException {
        return unpacked(resource(jar, AGENT), AGENT, hash(jar, AGENT));
    }

    /** What runs tests on mutants, with what that puts before all classes beside it. */
    public Path mutants() throws IOException {
        return pair("faultline-mutants.jar", "faultline-mutants-boot.jar");
    }

    /** What grows tests, with what runs them beside it. */
    public Path amplify() throws IOException {
        return pair("faultline-amplify.jar", "faultline-amplify-run.jar");
    }

    /** The program, ready to be executed; wherever {@code program} is, it need not be. */
    public Path program(URL program, Platform platform) throws IOException {
        return unpacked(program, platform.program(), hash(program));
    }

    /** SHA-256 of a file that the jar carries. */
    public static String hash(ClassLoader jar, String name) throws IOException {
        return hash(resource(jar, name));
    }

    private static String hash(URL file) throws IOException {
        String known = HASHES.get(file.toString());
        if (known != null) {
            return known;
        }
        String hash = ProgramHashes.sha256(file);
        if (file.getProtocol().equals("jar")) {
            HASHES.put(file.toString(), hash);
        }
        return hash;
    }

    /** The first of two jars; a folder holds what belongs together. */
    private Path pair(String first, String second) throws IOException {
        String hash = hash(jar, first).substring(0, 16) + hash(jar, second).substring(0, 16);
        unpacked(resource(jar, second), second, hash);
        return unpacked(resource(jar, first), first, hash);
    }

    private static URL resource(ClassLoader jar, String name) throws IOException {
        URL resource = jar.getResource(Platform.RESOURCES + name);
        if (resource == null) {
            throw new IOException("the plugin's jar lacks " + name);
        }
        return resource;
    }

    private Path unpacked(URL from, String name, String hash) throws IOException {
        Path target = caches.resolve(hash.substring(0, 32)).resolve(name);
        if (!Files.exists(target)) {
            try {
                copy(from, target);
            } catch (IOException e) {
                throw new IOException("unpacking " + name + " to " + target.getParent() + " failed: " + e, e);
            }
        }
        return target;
    }

    private static void copy(URL from, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Path part = Files.createTempFile(target.getParent(), "part", "");
        try (InputStream in = from.openStream()) {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            // A temporary file is its owner's alone; a cache may be shared.
            part.toFile().setReadable(true, false);
            part.toFile().setExecutable(true, false);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
