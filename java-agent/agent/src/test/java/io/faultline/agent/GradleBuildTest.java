package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GradleBuildTest {
    private static final String WORKER = "worker.org.gradle.process.internal.worker.GradleWorkerMain";
    private static final String DAEMON = "org.gradle.launcher.daemon.bootstrap.GradleDaemon";
    private static final String SCRIPT = "org.gradle.launcher.GradleMain";

    @Test
    void onlyTestTasksAndTestRunnersRunTestsOfTheBuild() {
        for (String test : List.of(
                WORKER + " 'Gradle Test Executor 1'",
                WORKER + " Gradle Test Executor 12",
                DAEMON + " 8.5",
                "org.junit.platform.console.ConsoleLauncher --scan-class-path",
                "/p/lib/junit-platform-console-standalone-1.10.0.jar",
                "org.junit.runner.JUnitCore a.BTest",
                "io.cucumber.core.cli.Main features",
                "/p/.mvn/wrapper/maven-wrapper.jar verify")) {
            assertTrue(GradleBuild.testsIn(test), test);
        }
        for (String other : List.of(
                WORKER + " 'Gradle Worker Daemon 1'",
                WORKER + " Gradle Compiler Daemon 2",
                "org.example.Application --port 1",
                "/p/build/libs/app.jar",
                "")) {
            assertFalse(GradleBuild.testsIn(other), other);
        }
    }

    @Test
    void aGradleThatATaskStartsForAnotherProjectIsAnother(@TempDir Path folder) throws IOException {
        Path sub = Files.createDirectories(folder.resolve("build/sub"));
        Path sample = Files.createDirectories(folder.resolve("build/sample"));
        Files.createFile(folder.resolve("build/settings.gradle.kts"));
        Files.createFile(sample.resolve("settings.gradle"));
        Ancestors.Ancestor outer =
                new Ancestors.Ancestor(DAEMON, folder.resolve("build").toString());
        assertTrue(GradleBuild.isAnother(outer, SCRIPT + " test", sample.toString()));
        assertTrue(GradleBuild.isAnother(
                outer, SCRIPT + " -p sample test", folder.resolve("build").toString()));
        assertTrue(GradleBuild.isAnother(outer, "gradle-wrapper.jar test", sample.toString()));
        assertFalse(GradleBuild.isAnother(outer, SCRIPT + " :sub:test", sub.toString()), "of the same build");
        assertFalse(GradleBuild.isAnother(outer, SCRIPT + " --project-dir=" + sub, sample.toString()));
        assertFalse(GradleBuild.isAnother(outer, "org.junit.runner.JUnitCore", sample.toString()));
    }

    @Test
    void aDaemonIsOfTheBuildThatItsCommandLineIsOf() {
        assertFalse(GradleBuild.isAnother(new Ancestors.Ancestor(SCRIPT, "/p"), DAEMON + " 8.5", "/daemon"));
        assertTrue(GradleBuild.isAnother(new Ancestors.Ancestor(DAEMON, "/p"), DAEMON + " 8.5", "/daemon"));
    }

    @Test
    void theProjectIsWhatTheCommandLineNames() {
        assertEquals("/p/a", GradleBuild.project(SCRIPT + " -p a test", "/p"));
        assertEquals("/q", GradleBuild.project(SCRIPT + " --project-dir=/q test", "/p"));
        assertEquals("/p", GradleBuild.project(SCRIPT + " test -p", "/p"));
    }

    @Test
    void theCompilerThatGoesOnAfterTheBuildGetsNoAgent() {
        assertTrue(Program.isCompiler("org.jetbrains.kotlin.daemon.KotlinCompileDaemon"));
        String[] compiler = {"java", "-cp", "x", "org.jetbrains.kotlin.daemon.KotlinCompileDaemon", "--a"};
        JavaCommands commands = new JavaCommands("/a.jar", "dir=/d", null);
        assertEquals(5, commands.apply(new Object[] {compiler, null, null}).length);
        assertEquals(5, commands.apply(new Object[] {new String[] {"java", "-cp", "x", "a.B"}, null, null}).length);
    }
}
