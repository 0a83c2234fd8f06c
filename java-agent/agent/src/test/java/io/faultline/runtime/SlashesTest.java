package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Converts paths of Windows; {@code make check-platforms} tests the result in a JVM on Windows. */
class SlashesTest {
    @ParameterizedTest(name = "{0}: {1}")
    @DisplayName("A path of Windows and a URL of the same file are one path")
    @CsvSource({
        "C:\\my project\\target\\classes, C:/my project/target/classes",
        "/C:/my project/target/classes, C:/my project/target/classes",
        "c:\\x, C:/x",
        "/z:/x, Z:/x",
        "C:\\, C:/",
        "\\\\server\\share\\x, //server/share/x",
        "x\\y, x/y",
        "'', ''",
        "/, /",
    })
    void windows(String path, String expected) {
        assertEquals(expected, Slashes.of(path, true));
    }

    @Test
    @DisplayName("Elsewhere a backslash and a colon are parts of names")
    void elsewhere() {
        assertEquals("/C:/a\\b", Slashes.of("/C:/a\\b", false));
        assertEquals("c:\\x", Slashes.of("c:\\x", false));
    }
}
