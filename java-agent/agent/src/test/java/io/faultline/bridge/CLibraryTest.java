package io.faultline.bridge;

import static io.faultline.bridge.CLibrary.MUSL;
import static io.faultline.bridge.CLibrary.ORDINARY;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Distinguishes musl from glibc by the files of systems with one, the other, or both. */
class CLibraryTest {
    private static final String GLIBC = "7f00-7f01 r-xp 00000000 fe:01 12 /usr/lib/x86_64-linux-gnu/libc.so.6\n";
    private static final String OLD_GLIBC =
            "7f00-7f01 r-xp 00000000 fe:01 12                         /lib64/libc-2.17.so\n";
    private static final String OTHERS = "5500-5501 r-xp 00000000 fe:01 9 /opt/my jdk/bin/java\n"
            + "7e00-7e01 rw-p 00000000 00:00 0\n"
            + "7e02-7e03 r-xp 00000000 fe:01 10 /opt/my jdk/lib/libclose-2.so\n";
    private static final String ALPINE = "7f00-7f01 r-xp 00000000 fe:01 12 /lib/ld-musl-x86_64.so.1\n";

    @TempDir
    Path root;

    @Test
    @DisplayName("Without musl's loader it is glibc, and what is mapped is not read")
    void glibc() throws IOException {
        mapped(ALPINE);
        assertEquals(Arrays.asList(ORDINARY, MUSL), candidates());
    }

    @Test
    @DisplayName("Alpine has musl alone")
    void alpine() throws IOException {
        loader("x86_64");
        mapped(OTHERS + ALPINE);
        assertEquals(Arrays.asList(MUSL), candidates());
        mapped(OTHERS + "7f00-7f01 r-xp 00000000 fe:01 12 /lib/libc.musl-x86_64.so.1\n");
        assertEquals(Arrays.asList(MUSL), candidates());
    }

    @Test
    @DisplayName("Where both are installed, what the JVM has mapped decides")
    void both() throws IOException {
        loader("x86_64");
        mapped(OTHERS + GLIBC);
        assertEquals(Arrays.asList(ORDINARY), candidates());
        mapped(OTHERS + OLD_GLIBC);
        assertEquals(Arrays.asList(ORDINARY), candidates());
        mapped(OTHERS + "7f00-7f01 r-xp 00000000 fe:01 12 /usr/lib/libc.so.6 (deleted)\n");
        assertEquals(Arrays.asList(ORDINARY), candidates());
    }

    @Test
    @DisplayName("Where what is mapped cannot be read or names neither, both are tried, musl first")
    void unknown() throws IOException {
        loader("x86_64");
        assertEquals(Arrays.asList(MUSL, ORDINARY), candidates());
        mapped(OTHERS);
        assertEquals(Arrays.asList(MUSL, ORDINARY), candidates());
    }

    @Test
    @DisplayName("The loader of another processor's musl says nothing")
    void foreignLoader() throws IOException {
        loader("aarch64");
        assertEquals(Arrays.asList(ORDINARY, MUSL), candidates());
        assertEquals(
                Arrays.asList(MUSL, ORDINARY),
                Arrays.asList(CLibrary.candidates(Platform.LINUX_AARCH64, root.toFile())));
    }

    @Test
    @DisplayName("macOS and Windows have one C library")
    void others() throws IOException {
        loader("x86_64");
        for (Platform platform : Arrays.asList(Platform.MACOS_X86_64, Platform.WINDOWS_X86_64)) {
            assertEquals(Arrays.asList(ORDINARY), Arrays.asList(CLibrary.candidates(platform, root.toFile())));
        }
    }

    @Test
    @DisplayName("This JVM is of the C library whose core it loads")
    void here() {
        CLibrary[] found = CLibrary.candidates(Platform.of("Linux", System.getProperty("os.arch")), new File("/"));
        CLibrary expected = new File("/etc/alpine-release").exists() ? MUSL : ORDINARY;
        assertEquals(expected, found[0]);
    }

    private List<CLibrary> candidates() {
        return Arrays.asList(CLibrary.candidates(Platform.LINUX_X86_64, root.toFile()));
    }

    private void loader(String processor) throws IOException {
        write("lib/ld-musl-" + processor + ".so.1", "");
    }

    private void mapped(String lines) throws IOException {
        write("proc/self/maps", lines);
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
