package io.faultline.bridge;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The C library of a JVM on Linux. A library built for the other C library does not load, or loads a second C library
 * into the process.
 *
 * <p>musl is also its dynamic loader, {@code /lib/ld-musl-<processor>.so.1}. Without that file only the ordinary
 * library is tried. With it, a system may have both (Debian packages musl, Alpine packages glibc), so the process's
 * memory mappings decide.
 */
enum CLibrary {
    /** The default, also on every other operating system. */
    ORDINARY,
    MUSL;

    /**
     * Returns the libraries to try, likelier first; only one if it is certain.
     *
     * @param root {@code /}, or a folder with the same layout
     */
    static CLibrary[] candidates(Platform platform, File root) {
        if (!platform.isLinux()) {
            return new CLibrary[] {ORDINARY};
        }
        if (!new File(root, "lib/ld-musl-" + platform.processor() + ".so.1").exists()) {
            // musl may be elsewhere, as on NixOS: then the ordinary core finds no libc.so.6 and does not load.
            return new CLibrary[] {ORDINARY, MUSL};
        }
        CLibrary mapped = mapped(new File(root, "proc/self/maps"));
        return mapped == null ? new CLibrary[] {MUSL, ORDINARY} : new CLibrary[] {mapped};
    }

    /** Returns the library that the process has mapped; null if unknown. */
    private static CLibrary mapped(File maps) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(new FileInputStream(maps), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                CLibrary library = named(line.substring(line.lastIndexOf('/') + 1));
                if (library != null) {
                    return library;
                }
            }
        } catch (IOException | RuntimeException e) {
            // Without /proc, as in some sandboxes, only files are checked.
        }
        return null;
    }

    private static CLibrary named(String file) {
        if (file.startsWith("ld-musl-") || file.startsWith("libc.musl-")) {
            return MUSL;
        }
        // "libc-2.17.so" before glibc 2.34.
        return file.startsWith("libc.so.6") || file.startsWith("libc-2.") ? ORDINARY : null;
    }
}
