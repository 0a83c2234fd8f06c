package io.faultline.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformTest {
    @TempDir
    Path root;

    private String of(String os, String arch) throws Exception {
        return Platform.of(os, arch, root.toFile()).toString();
    }

    private void has(String file) throws Exception {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.createFile(path);
    }

    @Test
    void allNamesOfAProcessorLeadToOneFolder() throws Exception {
        for (String arch : List.of("amd64", "x86_64", "x86-64", "x64")) {
            assertEquals("linux-x86_64", of("Linux", arch));
            assertEquals("macos-x86_64", of("Mac OS X", arch));
            assertEquals("windows-x86_64", of("Windows 11", arch));
        }
        for (String arch : List.of("aarch64", "arm64")) {
            assertEquals("linux-aarch64", of("Linux", arch));
            assertEquals("macos-aarch64", of("Mac OS X", arch));
        }
    }

    @Test
    void allNamesOfASystemLeadToOneFolder() throws Exception {
        assertEquals("macos-aarch64", of("Darwin", "aarch64"));
        assertEquals("windows-x86_64", of("Windows Server 2022", "amd64"));
    }

    @Test
    void aLinuxWithMuslAloneIsAPlatformOfItsOwn() throws Exception {
        has("lib/ld-musl-x86_64.so.1");
        has("lib/ld-musl-aarch64.so.1");
        assertEquals("linux-x86_64-musl", of("Linux", "amd64"));
        assertEquals("linux-aarch64-musl", of("Linux", "aarch64"));
        assertEquals("macos-x86_64", of("Mac OS X", "x86_64"));
    }

    @Test
    void muslAsAPackageBesideGlibcCountsForNothing() throws Exception {
        has("lib/ld-musl-x86_64.so.1");
        has("lib64/ld-linux-x86-64.so.2");
        assertEquals("linux-x86_64", of("Linux", "amd64"));
    }

    @Test
    void muslOnAarch64BesideGlibcCountsForNothing() throws Exception {
        has("lib/ld-musl-aarch64.so.1");
        has("lib/ld-linux-aarch64.so.1");
        assertEquals("linux-aarch64", of("Linux", "aarch64"));
    }

    @Test
    void whatOnlyLooksLikeGlibcIsNone() throws Exception {
        has("lib/ld-musl-x86_64.so.1");
        has("lib64/ld-linux-x86-64.so.2");
        has("lib/libgcompat.so.0");
        assertEquals("linux-x86_64-musl", of("Linux", "amd64"));
    }

    @Test
    void anyOtherMachineIsOneClearSentence() {
        Exception e = assertThrows(Platform.Unsupported.class, () -> of("SunOS", "sparcv9"));
        assertEquals(
                "Faultline runs on Linux and macOS on x86-64 and aarch64, and on Windows on x86-64, not on SunOS on sparcv9",
                e.getMessage());
        assertThrows(Platform.Unsupported.class, () -> of("Linux", "i386"));
        assertThrows(Platform.Unsupported.class, () -> of("Linux", "riscv64"));
        assertThrows(Platform.Unsupported.class, () -> of("Windows 11", "aarch64"));
        assertThrows(Platform.Unsupported.class, () -> of("", ""));
    }

    @Test
    void onlyOnWindowsTheProgramsNameHasAnEnding() {
        for (Platform platform : Platform.values()) {
            String name = platform.toString().startsWith("windows-") ? "faultline.exe" : "faultline";
            assertEquals(name, platform.program());
            assertEquals("META-INF/faultline/" + platform + "/" + name, platform.resource());
        }
    }

    /** Releases are made from one table of platforms, whose last column contains the names of programs. */
    @Test
    void thePlatformsAreThoseOfARelease() throws Exception {
        Path table = Path.of(System.getProperty("plugins.dir"), "../release/platforms.sh");
        try (Stream<String> lines = Files.lines(table)) {
            List<String> released = lines.filter(line -> line.matches("(linux|macos|windows)-\\S+ .* \\S+"))
                    .map(line -> line.split(" +")[0] + " " + line.split(" +")[4])
                    .collect(Collectors.toList());
            assertEquals(
                    Arrays.stream(Platform.values())
                            .map(p -> p + " " + p.program())
                            .collect(Collectors.toList()),
                    released);
        }
    }
}
