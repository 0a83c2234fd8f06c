package io.faultline.bridge;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Finds, unpacks and loads the native library of {@link Core}.
 *
 * <p>A class of the boot loader has no loader to ask for resources, so the jar is opened by path. The
 * library goes to a fresh folder that only this user can read and is deleted as soon as it is mapped, or, on Windows, by a later
 * JVM ({@link Leftovers}).
 *
 * <p>Neither a temporary-file API that draws from {@code SecureRandom} nor a jar API that checks
 * signatures is used: both would initialise the security providers before the application could
 * configure them.
 */
public final class Library {
    /** What the name of a folder that one was unpacked to begins with. */
    private static final String FOLDER = "faultline-";

    private static final int ATTEMPTS = 1000;

    private static boolean done;
    private static String refusal;

    private Library() {}

    /** As {@link #load(File, File, Instrumentation)} where there is no agent. */
    public static String load(File jar, File fallback) {
        return load(jar, fallback, null);
    }

    /**
     * Loads the library once; later calls repeat the first answer.
     *
     * @param jar the agent's jar, or a folder laid out like it
     * @param fallback a folder to unpack into when the temporary one is full, read-only or mounted
     *     {@code noexec}; made if absent; may be null
     * @param instrumentation what the JVM gave the agent: with it, loading prints no warning on Java 24
     *     and later; may be null
     * @return null, or one sentence that says why there is no library
     */
    public static synchronized String load(File jar, File fallback, Instrumentation instrumentation) {
        if (!done && isThere()) {
            done = true;
        }
        if (!done) {
            String os = System.getProperty("os.name");
            refusal = load(jar, fallback, instrumentation, os, System.getProperty("os.arch"));
            done = true;
        }
        return refusal;
    }

    /** Did the JVM load it for {@code -agentpath}? It looks for native methods in the libraries of its agents, too. */
    private static boolean isThere() {
        try {
            Core.trouble();
            return true;
        } catch (UnsatisfiedLinkError absent) {
            return false;
        }
    }

    /** As {@link #load(File, File, Instrumentation)}, for a named platform and every time. */
    static String load(File jar, File fallback, Instrumentation instrumentation, String os, String arch) {
        Platform platform = Platform.of(os, arch);
        if (platform == null) {
            return "there is no native library for " + os + " on " + arch + ", only for " + Platform.ALL;
        }
        CLibrary[] candidates = CLibrary.candidates(platform, new File("/"));
        String refused = null;
        for (CLibrary library : candidates) {
            byte[] core;
            try {
                core = read(jar, platform.entry(library));
            } catch (IOException e) {
                return "the native library could not be read from " + jar + ": " + reason(e);
            }
            if (core == null) {
                continue;
            }
            String reason = loadFrom(core, platform, fallback, instrumentation);
            if (reason == null) {
                return null;
            }
            // What the likelier one met says more.
            refused = refused == null ? reason : refused;
        }
        if (refused == null) {
            return jar + " holds no native library for " + os + " on " + arch + " (" + platform.entry(candidates[0]) + ")";
        }
        return "the native library could not be loaded: " + refused;
    }

    /** Null, or why neither the temporary folder nor the other one will do. */
    private static String loadFrom(byte[] core, Platform platform, File fallback, Instrumentation instrumentation) {
        File temporary = new File(System.getProperty("java.io.tmpdir", "/tmp"));
        String first = unpackAndLoad(core, platform, temporary, instrumentation);
        if (first == null || fallback == null) {
            return first;
        }
        return unpackAndLoad(core, platform, fallback, instrumentation) == null ? null : first;
    }

    private static byte[] read(File jar, String entry) throws IOException {
        if (jar.isDirectory()) {
            File file = new File(jar, entry);
            if (!file.isFile()) {
                return null;
            }
            try (InputStream in = new FileInputStream(file)) {
                return readAll(in, file.length());
            }
        }
        try (ZipFile zip = new ZipFile(jar)) {
            ZipEntry found = zip.getEntry(entry);
            if (found == null) {
                return null;
            }
            try (InputStream in = zip.getInputStream(found)) {
                return readAll(in, found.getSize());
            }
        }
    }

    private static byte[] readAll(InputStream in, long size) throws IOException {
        byte[] bytes = new byte[(int) size];
        int at = 0;
        while (at < bytes.length) {
            int n = in.read(bytes, at, bytes.length - at);
            if (n < 0) {
                throw new IOException("it ends early");
            }
            at += n;
        }
        return bytes;
    }

    private static String unpackAndLoad(
            byte[] library, Platform platform, File parent, Instrumentation instrumentation) {
        Path folder = null;
        Path file = null;
        try {
            folder = privateFolder(parent, platform.isPosix());
            file = folder.resolve(platform.file);
            Files.write(file, library);
            Linker.load(file.toString(), instrumentation);
            return null;
        } catch (IOException | RuntimeException | LinkageError e) {
            return reason(e);
        } finally {
            delete(file);
            delete(folder);
            if (!platform.isPosix()) {
                Leftovers.remove(parent, FOLDER, platform.file, System.currentTimeMillis());
            }
        }
    }

    /**
     * Makes a folder that did not exist: a name planted by somebody else is never followed. On Windows the temporary folder
     * is its user's alone, and what is made there is, too.
     */
    private static Path privateFolder(File parent, boolean hasModes) throws IOException {
        Path base = parent.getAbsoluteFile().toPath();
        Files.createDirectories(base);
        FileAttribute<?>[] attributes = hasModes
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
        String stem = FOLDER + Long.toHexString(System.nanoTime()) + "-";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return Files.createDirectory(base.resolve(stem + attempt), attributes);
            } catch (FileAlreadyExistsException e) {
                continue;
            }
        }
        throw new IOException("no free name in " + base);
    }

    private static void delete(Path path) {
        if (path == null) {
            return;
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException | RuntimeException e) {
            // The library is mapped and works; a file left in a temporary folder is no reason to stop.
        }
    }

    private static String reason(Throwable e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getName() : e.getClass().getSimpleName() + ": " + message.replace('\n', ' ');
    }
}
