package io.faultline.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures to load the library; tests of the library itself cover success. */
class LibraryTest {
    private static final String ENTRY = "META-INF/faultline/linux-x86_64/libfaultline.so";

    @TempDir
    Path folder;

    @Test
    @DisplayName("A foreign platform is named in one sentence, and nothing is read")
    void foreignPlatform() {
        String refusal = load(folder.resolve("no such jar").toFile(), "FreeBSD");
        assertEquals(
                "there is no native library for FreeBSD on amd64, only for Linux and macOS on x86_64 and aarch64, and"
                        + " Windows on x86_64",
                refusal);
    }

    @Test
    @DisplayName("Each platform's library is looked for under its own name")
    void namesOfOtherPlatforms() throws IOException {
        File jar = jar("some/other/entry", "text");
        assertTrue(load(jar, "Windows 11").endsWith("(META-INF/faultline/windows-x86_64/faultline.dll)"));
        assertTrue(load(jar, "Mac OS X").endsWith("(META-INF/faultline/macos-x86_64/libfaultline.dylib)"));
    }

    @Test
    @DisplayName("A library that Windows could not delete is deleted by a later JVM")
    void leftover() throws IOException {
        Path old = Files.createDirectories(folder.resolve("fallback/faultline-1-0"));
        Files.write(old.resolve("faultline.dll"), new byte[1]);
        assertTrue(old.toFile().setLastModified(0));
        File jar = jar("META-INF/faultline/windows-x86_64/faultline.dll", "no library");
        assertNotNull(Library.load(jar, old.getParent().toFile(), null, "Windows 11", "amd64"));
        assertEquals(0, old.getParent().toFile().list().length);
    }

    @Test
    @DisplayName("Where the first C library's core is refused and the other is not there, the refusal is said")
    void refusalBeforeAbsence() throws IOException {
        String refusal = load(jar(ENTRY, "no library"), "Linux");
        assertTrue(refusal.startsWith("the native library could not be loaded: UnsatisfiedLinkError: "), refusal);
    }

    @Test
    @DisplayName("A jar without the library says which entry is missing")
    void missingEntry() throws IOException {
        String refusal = load(jar("some/other/entry", "text"), "Linux");
        assertTrue(refusal.endsWith("holds no native library for Linux on amd64 (" + ENTRY + ")"), refusal);
    }

    @Test
    @DisplayName("A folder laid out like the jar is read like it")
    void folderWithoutLibrary() {
        String refusal = load(folder.toFile(), "Linux");
        assertTrue(refusal.contains("holds no native library"), refusal);
    }

    @Test
    @DisplayName("A jar that cannot be read is one sentence")
    void unreadableJar() throws IOException {
        Path broken = Files.write(folder.resolve("broken.jar"), new byte[] {1, 2, 3});
        String refusal = load(broken.toFile(), "Linux");
        assertTrue(refusal.startsWith("the native library could not be read from " + broken), refusal);
        assertOneLine(refusal);
    }

    @Test
    @DisplayName("A library that the JVM refuses is one sentence, and neither folder keeps a copy")
    void refusedLibrary() throws IOException {
        Path fallback = folder.resolve("a/fallback");
        String refusal = Library.load(jar(ENTRY, "no library"), fallback.toFile(), null, "Linux", "amd64");
        assertNotNull(refusal);
        assertTrue(refusal.startsWith("the native library could not be loaded: UnsatisfiedLinkError: "), refusal);
        assertOneLine(refusal);
        assertEquals(0, fallback.toFile().list().length);
    }

    private static String load(File jar, String os) {
        return Library.load(jar, null, null, os, "amd64");
    }

    private static void assertOneLine(String text) {
        assertEquals(-1, text.indexOf('\n'), text);
    }

    private File jar(String entry, String content) throws IOException {
        Path jar = folder.resolve("test.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return jar.toFile();
    }
}
