package io.faultline.maven;

import io.faultline.plugins.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * The command line and the agents of the plugin's jar, unpacked into a cache: {@code bin/faultline} and
 * {@code lib/faultline-agent.jar}, with those of mutants and grown tests beside it, below a folder that is named after the version and
 * their checksums.
 *
 * <p>Not in {@code target}: a {@code clean} in the same build would take the agent away from the tests. The folder is
 * filled under another name and renamed when it is whole, so builds that run at the same time meet only whole ones.
 */
final class Installation {
    static final String AGENT = "faultline-agent.jar";
    private static final String MUTANTS = "faultline-mutants.jar";
    private static final String AMPLIFY = "faultline-amplify.jar";
    /** The agent; what runs tests on mutants, and what that puts before all classes; what grows tests, and what runs those. */
    private static final List<String> LIBRARIES = Collections.unmodifiableList(
            Arrays.asList(AGENT, MUTANTS, "faultline-mutants-boot.jar", AMPLIFY, "faultline-amplify-run.jar"));

    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private final Path folder;
    private final Platform platform;

    private Installation(Path folder, Platform platform) {
        this.folder = folder;
        this.platform = platform;
    }

    Path program() {
        return folder.resolve("bin").resolve(platform.program());
    }

    Path agent() {
        return library(AGENT);
    }

    /** The agent of JVMs that run tests on mutants. */
    Path mutants() {
        return library(MUTANTS);
    }

    /** What grows tests. */
    Path amplify() {
        return library(AMPLIFY);
    }

    /**
     * Unpacks the agents that {@code resources} holds, beside a copy of the program, unless that was done before.
     *
     * <p>Threads: any; processes: any. Cost: all files are read once for their checksums.
     * Errors: no cache can be written, with what to set.
     *
     * @param resources the plugin's jar
     * @param program the program for the platform, wherever it is
     * @param cache the folder to unpack below
     */
    static Installation unpack(ClassLoader resources, URL program, Platform platform, String version, Path cache)
            throws IOException {
        Map<String, URL> libraries = new LinkedHashMap<>();
        for (String library : LIBRARIES) {
            libraries.put(library, resource(resources, library));
        }
        long sum = checksum(program);
        for (URL library : libraries.values()) {
            sum = sum * 0x1_0000_01b3L + checksum(library);
        }
        Installation installation = new Installation(cache.resolve(version + "-" + Long.toHexString(sum)), platform);
        if (!installation.isThere()) {
            installation.fill(program, libraries);
        }
        return installation;
    }

    private static URL resource(ClassLoader resources, String library) throws IOException {
        URL resource = resources.getResource(Platform.RESOURCES + library);
        if (resource == null) {
            throw new IOException("this faultline-maven-plugin was built without " + library);
        }
        return resource;
    }

    private Path library(String name) {
        return folder.resolve("lib").resolve(name);
    }

    private boolean isThere() {
        return Files.isExecutable(program())
                && LIBRARIES.stream().allMatch(library -> Files.isReadable(library(library)));
    }

    private void fill(URL program, Map<String, URL> libraries) throws IOException {
        Files.createDirectories(folder.getParent());
        Path unfinished = folder.resolveSibling("." + folder.getFileName() + "-" + UUID.randomUUID());
        Installation copy = new Installation(Files.createDirectory(unfinished), platform);
        try {
            makeOwners(unfinished);
            copy(program, copy.program());
            makeOwners(copy.program());
            for (Map.Entry<String, URL> library : libraries.entrySet()) {
                copy(library.getValue(), copy.library(library.getKey()));
            }
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // Another build was quicker: its folder is whole, and ours goes.
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        } finally {
            delete(copy);
        }
        if (!isThere()) {
            throw new IOException(folder + " is not whole; delete it, and it is unpacked again");
        }
    }

    /** Its owner's alone, who may execute it. On Windows every file may be executed, and a home is its owner's. */
    private static void makeOwners(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(file, OWNERS);
        }
    }

    private static void copy(URL from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (InputStream in = from.openStream()) {
            Files.copy(in, to);
        }
    }

    private static void delete(Installation unfinished) throws IOException {
        if (Files.exists(unfinished.folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(unfinished.program());
            for (String library : LIBRARIES) {
                Files.deleteIfExists(unfinished.library(library));
            }
            Files.deleteIfExists(unfinished.agent().getParent());
            Files.deleteIfExists(unfinished.program().getParent());
            Files.delete(unfinished.folder);
        }
    }

    private static long checksum(URL resource) throws IOException {
        try (CheckedInputStream in = new CheckedInputStream(resource.openStream(), new CRC32())) {
            byte[] buffer = new byte[1 << 16];
            while (in.read(buffer) >= 0) {
                continue;
            }
            return in.getChecksum().getValue();
        }
    }
}
