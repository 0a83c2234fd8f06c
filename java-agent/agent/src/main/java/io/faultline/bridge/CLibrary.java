package io.faultline.bridge;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The C library of a JVM on Linux. A library made for the other one does not load, or brings a second C library into the process.
 *
 * <p>musl's is at once its loader of libraries, {@code /lib/ld-musl-<processor>.so.1}. Where that file is not, nothing else is
 * asked. Where it is, a system may have both (musl as a package of Debian's, glibc's as one of Alpine's), so what this process
 * has mapped decides.
 */
enum CLibrary {
    /** Also that of every other operating system: there is one only. */
    ORDINARY,
    MUSL;

    /**
     * Those to try, likelier first; one where it is certain.
     *
     * @param root {@code /}, or a folder laid out like it
     */
    static CLibrary[] candidates(Platform platform, File root) {
        if (!platform.isLinux()) {
            return new CLibrary[] {ORDINARY};
        }
        if (!new File(root, "lib/ld-musl-" + platform.processor() + ".so.1").exists()) {
            // musl may lie elsewhere, as on NixOS: then the ordinary core finds no libc.so.6 and does not load.
            return new CLibrary[] {ORDINARY, MUSL};
        }
        CLibrary mapped = mapped(new File(root, "proc/self/maps"));
        return mapped == null ? new CLibrary[] {MUSL, ORDINARY} : new CLibrary[] {mapped};
    }

    /** What the process has mapped; null when that cannot be read or says nothing. */
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
            // Without /proc, as in some sandboxes, what was found of files has to do.
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
