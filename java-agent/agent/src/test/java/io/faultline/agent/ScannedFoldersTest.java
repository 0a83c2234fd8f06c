package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ScannedFoldersTest {
    private static String of(String command) {
        return ScannedFolders.of(command, "/p");
    }

    @Test
    void theFoldersThatTheConsoleLauncherScansAreAbsoluteAndEncoded() {
        String launcher = "/lib/junit-platform-console-standalone-1.13.4.jar execute ";
        assertEquals("/p/build/qa", of(launcher + "-cp build/main:build/qa --scan-class-path=build/qa"));
        assertEquals("/p/a:/b", of(launcher + "--scan-classpath a:/b --details=none"));
        assertEquals("", of(launcher + "--scan-class-path --details=none"));
        assertEquals("/p/a%25", of("org.junit.platform.console.ConsoleLauncher --scan-class-path a%"));
    }

    @Test
    void otherProgramsScanNothing() {
        assertEquals("", of("org.example.Main --scan-class-path=build/qa"));
        assertEquals("", of(null));
    }
}
