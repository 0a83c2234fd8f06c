package io.faultline.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The platform of a JVM, from its properties. */
class PlatformTest {
    @ParameterizedTest(name = "{0} on {1}: {2}")
    @DisplayName("A platform has one folder, whatever its JVM calls system and processor")
    @CsvSource({
        "Linux, amd64, linux-x86_64/libfaultline.so",
        "Linux, x86_64, linux-x86_64/libfaultline.so",
        "LINUX, x86-64, linux-x86_64/libfaultline.so",
        "Linux, aarch64, linux-aarch64/libfaultline.so",
        "Linux, arm64, linux-aarch64/libfaultline.so",
        "Mac OS X, x86_64, macos-x86_64/libfaultline.dylib",
        "Mac OS X, aarch64, macos-aarch64/libfaultline.dylib",
        "macOS, arm64, macos-aarch64/libfaultline.dylib",
        "Darwin, amd64, macos-x86_64/libfaultline.dylib",
        "Windows 11, amd64, windows-x86_64/faultline.dll",
        "Windows 10, AMD64, windows-x86_64/faultline.dll",
        "Windows 7, x64, windows-x86_64/faultline.dll",
        "Windows Server 2022, amd64, windows-x86_64/faultline.dll",
        "Windows NT (unknown), x86_64, windows-x86_64/faultline.dll",
    })
    void spellings(String os, String arch, String expected) {
        assertEquals("META-INF/faultline/" + expected, Platform.of(os, arch).entry(CLibrary.ORDINARY));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @DisplayName("There is no core for other processors, other systems and what does not say")
    @CsvSource({
        "Linux, i386",
        "Linux, x86",
        "Linux, arm",
        "Linux, ppc64le",
        "Linux, riscv64",
        "Linux, s390x",
        "Windows 11, aarch64",
        "Windows 10, x86",
        "Mac OS X, ppc",
        "FreeBSD, amd64",
        "SunOS, x86_64",
        "AIX, ppc64",
        "Linuxulator, amd64",
        "'', amd64",
        "Linux, ''",
        ", ",
    })
    void foreign(String os, String arch) {
        assertNull(Platform.of(os, arch));
    }

    @Test
    @DisplayName("musl's cores lie beside the others")
    void musl() {
        assertEquals(
                "META-INF/faultline/linux-x86_64-musl/libfaultline.so", Platform.LINUX_X86_64.entry(CLibrary.MUSL));
        assertEquals(
                "META-INF/faultline/linux-aarch64-musl/libfaultline.so", Platform.LINUX_AARCH64.entry(CLibrary.MUSL));
    }

    @Test
    @DisplayName("Windows alone has no modes of files, and keeps a file that is mapped")
    void modes() {
        assertFalse(Platform.WINDOWS_X86_64.isPosix());
        assertTrue(Platform.MACOS_AARCH64.isPosix());
        assertTrue(Platform.LINUX_X86_64.isPosix());
    }
}
