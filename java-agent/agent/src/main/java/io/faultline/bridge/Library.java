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
 * <p>The boot loader does not provide resources to its classes, so the jar is opened by path. The library is unpacked
 * to a fresh folder that only this user can read, and deleted once it is mapped or, on Windows, by a later JVM ({@link
 * Leftovers}).
 *
 * <p>Temporary-file APIs that use {@code SecureRandom} and jar APIs that check signatures are avoided: both would
 * initialise the security providers before the application can configure them.
 */
public final class Library {
    /** Prefix of the folders for unpacked libraries. */
    private static final String FOLDER = "faultline-";

    private static final int ATTEMPTS = 1000;

    private static boolean done;
    private static String refusal;

    private Library() {}

    /** Like {@link #load(File, File, Instrumentation)}, without an agent. */
    public static String load(File jar, File fallback) {
        return load(jar, fallback, null);
    }

    /**
     * Loads the library once; later calls return the first result.
     *
     * @param jar the agent's jar, or a folder with the same layout
     * @param fallback a folder to unpack into if the temporary one is full, read-only or mounted {@code noexec};
     * created if absent; may be null
     * @param instrumentation the agent's; with it, loading prints no warning on Java 24 and later; may be null
     * @return null, or one sentence with the reason for the failure
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

    /** Whether the JVM loaded the library for {@code -agentpath}; native methods are found in such libraries too. */
    private static boolean isThere() {
        try {
            Core.trouble();
            return true;
        } catch (UnsatisfiedLinkError absent) {
            return false;
        }
    }

    /** Like {@link #load(File, File, Instrumentation)}, for a given platform and without caching. */
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
            // The error of the likelier library is more informative.
            refused = refused == null ? reason : refused;
        }
        if (refused == null) {
            return jar + " holds no native library for " + os + " on " + arch + " (" + platform.entry(candidates[0])
                    + ")";
        }
        return "the native library could not be loaded: " + refused;
    }

    /** Returns null, or the reason why neither the temporary folder nor the fallback works. */
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
     * Creates a folder that did not exist, so that a planted one is never used. On Windows the temporary folder and
     * what is created in it belong to the user alone.
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
            // The library is mapped and works; a leftover temporary file is harmless.
        }
    }

    private static String reason(Throwable e) {
        String message = e.getMessage();
        return message == null
                ? e.getClass().getName()
                : e.getClass().getSimpleName() + ": " + message.replace('\n', ' ');
    }
}
