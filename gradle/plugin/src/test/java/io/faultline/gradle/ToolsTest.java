package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.plugins.Platform;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gradle.api.GradleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsTest {
    @TempDir
    Path caches;

    @Test
    void theProgramIsUnpackedOnceAndRuns() throws Exception {
        File program = Tools.program(caches.toFile(), Platform.here());
        assertTrue(program.canExecute());
        Ran.of(caches, List.of(program.getPath(), "--version")).succeeds().says("faultline");
        long time = program.lastModified();
        assertEquals(program, Tools.program(caches.toFile(), Platform.here()));
        assertEquals(time, program.lastModified());
        assertEquals(1, program.getParentFile().list().length, "no parts are left");
    }

    @Test
    void theAgentKeepsTheNameThatItsManifestNames() throws Exception {
        File agent = Tools.agent(caches.toFile());
        assertEquals("faultline-agent.jar", agent.getName());
        try (InputStream in = Tools.class.getResourceAsStream("/META-INF/faultline/faultline-agent.jar")) {
            assertArrayEquals(in.readAllBytes(), Files.readAllBytes(agent.toPath()));
        }
        assertTrue(Tools.agentHash().startsWith(agent.getParentFile().getName()));
    }

    @Test
    void aProgramThatWasFetchedIsCopiedOnceAndMayBeExecuted() throws Exception {
        File fetched = Files.writeString(caches.resolve("faultline-program-1-macos-aarch64.exe"), "a program")
                .toFile();
        File program = Tools.program(caches.toFile(), Platform.MACOS_AARCH64, fetched);
        assertEquals("faultline", program.getName());
        assertTrue(program.canExecute());
        assertEquals("a program", Files.readString(program.toPath()));
        assertTrue(program.setLastModified(1_000_000));
        assertEquals(program, Tools.program(caches.toFile(), Platform.MACOS_AARCH64, fetched));
        assertEquals(1_000_000, program.lastModified(), "copied again");

        Files.writeString(fetched.toPath(), "a newer program");
        File newer = Tools.program(caches.toFile(), Platform.MACOS_AARCH64, fetched);
        assertEquals("a newer program", Files.readString(newer.toPath()));
        assertEquals(
                "faultline.exe",
                Tools.program(caches.toFile(), Platform.WINDOWS_X86_64, fetched).getName());
    }

    @Test
    void theJarHasTheProgramOfTheMachineThatBuiltItAlone() throws Exception {
        assertTrue(Tools.hasProgram(Platform.here()));
        assertFalse(Tools.hasProgram(Platform.MACOS_AARCH64));
        assertNull(Tools.missing());
    }

    @Test
    void anAgentsPathThatTheJvmWouldCutIsRefused() {
        File odd = caches.resolve("a=b").toFile();
        String message =
                assertThrows(GradleException.class, () -> Tools.agent(odd)).getMessage();
        assertTrue(message.contains("GRADLE_USER_HOME"), message);
    }
}
