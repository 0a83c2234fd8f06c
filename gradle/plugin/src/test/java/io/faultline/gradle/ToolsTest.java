package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
        File program = Tools.program(caches.toFile());
        assertTrue(program.canExecute());
        Ran.of(caches, List.of(program.getPath(), "--version")).succeeds().says("faultline");
        long time = program.lastModified();
        assertEquals(program, Tools.program(caches.toFile()));
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
    void theJarOfMutantsHasTheOneThatItsManifestNamesBesideIt() {
        File mutants = Tools.mutants(caches.toFile());
        assertEquals("faultline-mutants.jar", mutants.getName());
        assertTrue(new File(mutants.getParentFile(), "faultline-mutants-boot.jar").isFile());
        assertNotEquals(mutants.getParentFile(), Tools.agent(caches.toFile()).getParentFile());
    }

    @Test
    void theJarThatGrowsTestsHasTheOneThatRunsThemBesideIt() {
        File amplify = Tools.amplify(caches.toFile());
        assertEquals("faultline-amplify.jar", amplify.getName());
        assertTrue(new File(amplify.getParentFile(), "faultline-amplify-run.jar").isFile());
        assertNotEquals(amplify.getParentFile(), Tools.mutants(caches.toFile()).getParentFile());
    }

    @Test
    void aMachineThatIsNotSupportedIsToldInOneSentence() {
        assertNull(Tools.missing("linux", System.getProperty("os.arch")));
        String sentence = Tools.missing("Mac OS X", "aarch64");
        assertTrue(sentence.startsWith("this build of the plugin has nothing for mac-os-x-aarch64, only for [linux-"), sentence);
    }

    @Test
    void anAgentsPathThatTheJvmWouldCutIsRefused() {
        File odd = caches.resolve("a=b").toFile();
        String message = assertThrows(GradleException.class, () -> Tools.agent(odd)).getMessage();
        assertTrue(message.contains("GRADLE_USER_HOME"), message);
    }
}
