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
 * The program and the agents as files below a cache folder, unpacked from the plugin's jar or fetched for the plugin.
 *
 * <p>Each file is unpacked on first use, into a folder named by its hash. Concurrent builds write the same bytes, and a
 * file appears under its name only when complete. Deleted files are unpacked again. The cache is outside the build's
 * own folder, because cleaning that would delete the agent while tests need it. Threads: any; processes: any.
 */
public final class Installation {
    public static final String AGENT = "faultline-agent.jar";
    /** Hashes of files in jars, which do not change while a JVM runs. */
    private static final Map<String, String> HASHES = new ConcurrentHashMap<>();

    private final ClassLoader jar;
    private final Path caches;

    /** Creates an installation; nothing is unpacked yet. */
    public Installation(ClassLoader jar, Path caches) {
        this.jar = jar;
        this.caches = caches;
    }

    public Path agent() throws IOException {
        return unpacked(resource(jar, AGENT), AGENT, hash(jar, AGENT));
    }

    /** The jar that runs tests on mutants; its boot class path jar is unpacked beside it. */
    public Path mutants() throws IOException {
        return pair("faultline-mutants.jar", "faultline-mutants-boot.jar");
    }

    /** The jar that amplifies tests; the jar that runs them is unpacked beside it. */
    public Path amplify() throws IOException {
        return pair("faultline-amplify.jar", "faultline-amplify-run.jar");
    }

    /** The executable program, copied from {@code program}, which need not be executable. */
    public Path program(URL program, Platform platform) throws IOException {
        return unpacked(program, platform.program(), hash(program));
    }

    /** SHA-256 of a file in the jar. */
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

    /** Unpacks two related jars into one folder; returns the first. */
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
            // Temporary files are private, but a cache may be shared.
            part.toFile().setReadable(true, false);
            part.toFile().setExecutable(true, false);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
