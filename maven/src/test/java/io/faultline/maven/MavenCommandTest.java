package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.execution.DefaultMavenExecutionRequest;
import org.apache.maven.execution.MavenExecutionRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenCommandTest {
    @TempDir
    Path folder;

    @Test
    void aPlainStartGoesOnAfterFailures() {
        assertEquals(
                List.of(
                        "--batch-mode",
                        "--no-transfer-progress",
                        "--fail-at-end",
                        "-Dmaven.test.failure.ignore=true",
                        "test"),
                MavenCommand.arguments(new DefaultMavenExecutionRequest(), "test"));
    }

    @Test
    void whatTheUserAskedForIsAskedForAgain() throws Exception {
        File pom = Files.createFile(folder.resolve("own pom.xml")).toFile();
        MavenExecutionRequest request = new DefaultMavenExecutionRequest()
                .setPom(pom)
                .setUserToolchainsFile(pom)
                .setGlobalSettingsFile(pom)
                .setUserSettingsFile(folder.resolve("none.xml").toFile())
                .setOffline(true)
                .setReactorFailureBehavior(MavenExecutionRequest.REACTOR_FAIL_NEVER)
                .setSelectedProjects(List.of("core", ":app"))
                .setExcludedProjects(List.of("it"))
                .setMakeBehavior(MavenExecutionRequest.REACTOR_MAKE_UPSTREAM)
                .setActiveProfiles(List.of("fast"))
                .setInactiveProfiles(List.of("slow"));
        request.setDegreeOfConcurrency(2);
        request.getUserProperties().setProperty("b", "two words");
        request.getUserProperties().setProperty("a", "");
        assertEquals(
                List.of(
                        "--batch-mode",
                        "--no-transfer-progress",
                        "--file=" + pom,
                        "--global-settings=" + pom,
                        "--toolchains=" + pom,
                        "--offline",
                        "--fail-never",
                        "--projects=core,:app,!it",
                        "--also-make",
                        "--activate-profiles=fast,!slow",
                        "--threads=2",
                        "-Dmaven.test.failure.ignore=true",
                        "-Da=",
                        "-Db=two words",
                        "verify"),
                MavenCommand.arguments(request, "verify"));
    }

    @Test
    void aUserWhoWantsFailuresToCountIsObeyed() {
        MavenExecutionRequest request = new DefaultMavenExecutionRequest();
        request.getUserProperties().setProperty("maven.test.failure.ignore", "false");
        List<String> arguments = MavenCommand.arguments(request, "test");
        assertTrue(arguments.contains("-Dmaven.test.failure.ignore=false"), arguments.toString());
        assertEquals(1, arguments.stream().filter(a -> a.startsWith("-D")).count());
    }

    @Test
    void theMavenThatRunsIsPreferredToTheWrapperAndThatToThePath() throws Exception {
        assertEquals("mvn", MavenCommand.script(null, folder));
        Path wrapper = Files.createFile(folder.resolve("mvnw"));
        assertTrue(wrapper.toFile().setExecutable(true));
        assertEquals(wrapper.toString(), MavenCommand.script("/nowhere", folder));
        Path own = Files.createDirectories(folder.resolve("home/bin")).resolve("mvn");
        assertTrue(Files.createFile(own).toFile().setExecutable(true));
        assertEquals(own.toString(), MavenCommand.script(folder.resolve("home").toString(), folder));
    }
}
