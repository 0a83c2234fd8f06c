package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PlatformTest {
    @Test
    void bothNamesOfTheSameProcessorLeadToOneFolder() throws Exception {
        assertEquals("linux-x86_64", Platform.of("Linux", "amd64"));
        assertEquals("linux-x86_64", Platform.of("Linux", "x86_64"));
        assertEquals("linux-aarch64", Platform.of("Linux", "aarch64"));
    }

    @Test
    void anyOtherMachineIsOneClearSentence() {
        Exception e = assertThrows(Platform.Unsupported.class, () -> Platform.of("Mac OS X", "aarch64"));
        assertEquals("Faultline runs on Linux on x86-64 and aarch64, not on Mac OS X on aarch64", e.getMessage());
        assertThrows(Platform.Unsupported.class, () -> Platform.of("Linux", "i386"));
    }
}
