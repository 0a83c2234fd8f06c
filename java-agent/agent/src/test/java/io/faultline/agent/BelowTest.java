package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class BelowTest {
    @Test
    void buildToolsAreToldFromTheJvmsOfTheirTests() {
        for (String tool : List.of(
                "org.codehaus.plexus.classworlds.launcher.Launcher",
                "org.gradle.launcher.daemon.bootstrap.GradleDaemon",
                "org.gradle.wrapper.GradleWrapperMain",
                "org.apache.tools.ant.launch.Launcher",
                "/p/gradle/wrapper/gradle-wrapper.jar")) {
            assertTrue(Program.isBuildTool(tool), tool);
        }
        for (String fork : List.of(
                "/p/target/surefire/surefirebooter-1.jar",
                "worker.org.gradle.process.internal.worker.GradleWorkerMain",
                "org.apache.tools.ant.taskdefs.optional.junit.JUnitTestRunner",
                "org.junit.runner.JUnitCore",
                "")) {
            assertFalse(Program.isBuildTool(fork), fork);
        }
    }

    @Test
    void theJarOfAProgramMayLieInAFolderWithBlanks() {
        assertEquals("a.B", Program.of("a.B c d.jar"));
        assertEquals("m/a.B", Program.of("m/a.B --class-path /p/x.jar"));
        assertEquals("/p/b.jar", Program.of("/p/b.jar /q r/c.jar"));
        assertEquals(
                "/p q/target/surefire/surefirebooter1.jar",
                Program.of("/p q/target/surefire/surefirebooter1.jar /p q x"));
        assertEquals("", Program.of(null));
        String booter = "/p q/target/surefire/surefirebooter1.jar /p q/target/surefire x y";
        assertFalse(Below.isProgram(Options.parse("dir=/d,below=maven"), booter));
        assertFalse(Below.isProgram(
                Options.parse("dir=/d,below=maven"), "/e/org.eclipse.equinox.launcher-1.6.400.jar -data x"));
        assertTrue(Below.isProgram(Options.parse("dir=/d,below=maven"), "/p q/own runner.jar x"));
    }

    @Test
    void theJvmsOfMutantsAreKnown() {
        assertTrue(Program.runsMutants("org.pitest.coverage.execute.CoverageMinion"));
        assertTrue(Program.runsMutants("org.pitest.mutationtest.execute.MutationTestMinion"));
        assertFalse(Program.runsMutants("org.pitest.mutationtest.commandline.MutationCoverageReport"));
        assertFalse(Program.runsMutants("org.pitest.mutationtest.config.OwnTestOfPit"));
    }

    @Test
    void theProgramOfAJavaWithTheAgentIsItsMainClassOrJar() {
        String agent = "-javaagent:/x.jar=dir=/d";
        assertEquals("a.B", Ancestors.programOf(List.of("/jdk/bin/java", agent, "-cp", "x", "a.B", "c"), "/x.jar"));
        assertEquals("b.jar", Ancestors.programOf(List.of("java", agent, "-jar", "b.jar"), "/x.jar"));
        assertNull(Ancestors.programOf(List.of("java", "-jar", "b.jar"), "/x.jar"));
        assertNull(Ancestors.programOf(List.of("sh", "-c", agent), "/x.jar"));
    }

    @Test
    void jvmsThatOnlyRunTestsAreTold() {
        assertTrue(Program.isFork("org.apache.maven.surefire.booter.ForkedBooter"));
        assertTrue(Program.isFork("/p/target/surefire/surefirebooter-1.jar"));
        assertFalse(Program.isFork("org.codehaus.plexus.classworlds.launcher.Launcher"));
        assertTrue(Program.isFork("org.apache.tools.ant.taskdefs.optional.junitlauncher.StandaloneLauncher"));
        assertFalse(Program.isFork("a.OwnRunnerThatForks") || Program.isFork("org.junit.runner.JUnitCore"));
    }

    @Test
    void aMavenOfAnotherFolderIsNotTheBuild() {
        assertTrue(Below.isOfAnother("/p", "/tmp/it") && Below.isOfAnother("/p", "/p/samples/a"));
        assertFalse(Below.isOfAnother("/p", "/p/.") || Below.isOfAnother(null, "/p"));
    }

    @Test
    void aBuildAmongOutputOrSourcesIsNotTheBuild() {
        assertTrue(Below.isInside("/p", "/p/target/it/a") && Below.isInside("/p", "/p/m/src/it/a"));
        assertFalse(Below.isInside("/p", "/p") || Below.isInside("/p", "/p/module"));
        assertFalse(Below.isInside("/build/src/p", "/build/src/p/module"), "where the project lies says nothing");
    }

    @Test
    void programsOfMavensPluginsAreToldFromItsTestsAndFromKnownRunners() {
        Options ofMaven = Options.parse("dir=/d,below=maven");
        assertTrue(Below.isProgram(ofMaven, "org.example.Application x"));
        assertFalse(Below.isBelowTest(ofMaven, "/x.jar", "org.example.Application x"));
        for (String runner : List.of(
                "/p/target/surefire/surefirebooter-1.jar /p/target/surefire 1",
                "org.apache.maven.surefire.booter.ForkedBooter",
                "org.apache.tools.ant.taskdefs.optional.junitlauncher.StandaloneLauncher --properties x",
                "org.codehaus.plexus.classworlds.launcher.Launcher verify",
                "org.scalatest.tools.Runner -R x",
                "org.junit.runner.JUnitCore a.B")) {
            assertFalse(Below.isProgram(ofMaven, runner), runner);
        }
    }

    @Test
    void programsOfGradlesTasksAreToldFromItsTestsAndFromKnownRunners() {
        Options ofGradle = Options.parse("dir=/d,below=gradle");
        for (String program : List.of(
                "org.example.Application x",
                "worker.org.gradle.process.internal.worker.GradleWorkerMain 'Gradle Worker Daemon 1'")) {
            assertTrue(Below.isProgram(ofGradle, program), program);
            assertFalse(Below.isBelowTest(ofGradle, "/x.jar", program), program + " has rows, which readers judge");
            assertFalse(Below.isProgram(Options.parse("dir=/d,below=build"), program), program);
            assertFalse(Below.isProgram(Options.parse("dir=/d"), program), program);
        }
        for (String runner : List.of(
                "org.junit.platform.console.ConsoleLauncher execute",
                "worker.org.gradle.process.internal.worker.GradleWorkerMain 'Gradle Test Executor 1'")) {
            assertFalse(Below.isProgram(ofGradle, runner), runner);
        }
    }
}
