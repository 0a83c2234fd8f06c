package io.faultline.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
    @TempDir
    Path folder;

    private Path program;
    private Installation installation;

    /** Creates a folder with the layout of a plugin's jar, and a program beside it. */
    @BeforeEach
    void jar() throws Exception {
        Path inside = Files.createDirectories(folder.resolve("jar/META-INF/faultline"));
        Files.writeString(inside.resolve("faultline-agent.jar"), "the agent");
        Files.writeString(inside.resolve("faultline-mutants.jar"), "mutants");
        Files.writeString(inside.resolve("faultline-mutants-boot.jar"), "before all classes");
        Files.writeString(inside.resolve("faultline-amplify.jar"), "grown tests");
        Files.writeString(inside.resolve("faultline-amplify-run.jar"), "what runs them");
        program = Files.writeString(folder.resolve("fetched"), "the program");
        installation = new Installation(
                new URLClassLoader(new URL[] {folder.resolve("jar").toUri().toURL()}, null), folder.resolve("cache"));
    }

    private Path unpacked(Platform platform) throws IOException {
        return installation.program(program.toUri().toURL(), platform);
    }

    private static Set<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.collect(Collectors.toSet());
        }
    }

    @Test
    void agentsAreUnpackedWithWhatTheirManifestsNameBesideThem() throws Exception {
        assertEquals("the agent", Files.readString(installation.agent()));
        assertEquals("faultline-agent.jar", installation.agent().getFileName().toString());
        assertEquals("mutants", Files.readString(installation.mutants()));
        assertEquals(
                "before all classes",
                Files.readString(installation.mutants().resolveSibling("faultline-mutants-boot.jar")));
        assertEquals("grown tests", Files.readString(installation.amplify()));
        assertEquals(
                "what runs them", Files.readString(installation.amplify().resolveSibling("faultline-amplify-run.jar")));
        assertEquals(
                3,
                Set.of(
                                installation.agent().getParent(),
                                installation.mutants().getParent(),
                                installation.amplify().getParent())
                        .size());
    }

    @Test
    void theProgramIsUnpackedOnceAndMayBeExecuted() throws Exception {
        Path first = unpacked(Platform.LINUX_X86_64);
        assertEquals("the program", Files.readString(first));
        assertTrue(Files.isExecutable(first));
        FileTime longAgo = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(first, longAgo);
        assertEquals(first, unpacked(Platform.LINUX_X86_64));
        assertEquals(longAgo, Files.getLastModifiedTime(first), "unpacked again");
        assertEquals(Set.of(first), entries(first.getParent()), "no parts are left");
    }

    @Test
    void anotherProgramHasAFolderOfItsOwn() throws Exception {
        Path one = unpacked(Platform.LINUX_X86_64);
        Files.writeString(program, "another");
        Path other = unpacked(Platform.LINUX_X86_64);
        assertNotEquals(one, other);
        assertEquals("the program", Files.readString(one));
        assertEquals("another", Files.readString(other));
    }

    @Test
    void manyAtATimeFindOneWholeFile() throws Exception {
        String long_program = "x".repeat(3_000_000);
        Files.writeString(program, long_program);
        int many = 8;
        ExecutorService threads = Executors.newFixedThreadPool(many);
        CountDownLatch all = new CountDownLatch(many);
        List<Future<Long>> lengths = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            lengths.add(threads.submit(() -> {
                all.countDown();
                all.await();
                return Files.size(unpacked(Platform.LINUX_X86_64));
            }));
        }
        for (Future<Long> length : lengths) {
            assertEquals(long_program.length(), length.get(), "a file that was not whole");
        }
        threads.shutdown();
        assertEquals(1, entries(folder.resolve("cache")).size());
        assertEquals(1, entries(unpacked(Platform.LINUX_X86_64).getParent()).size());
    }

    @Test
    void whatSomebodyDeletedIsUnpackedAgain() throws Exception {
        Path boot = installation.mutants().resolveSibling("faultline-mutants-boot.jar");
        Files.delete(boot);
        installation.mutants();
        assertEquals("before all classes", Files.readString(boot));
    }

    @Test
    void onWindowsTheProgramKeepsItsEnding() throws Exception {
        assertEquals(
                "faultline.exe", unpacked(Platform.WINDOWS_X86_64).getFileName().toString());
    }

    @Test
    void aPluginWithoutAnAgentSaysSo() {
        Installation empty = new Installation(new URLClassLoader(new URL[0], null), folder);
        assertEquals(
                "the plugin's jar lacks faultline-agent.jar",
                assertThrows(IOException.class, empty::agent).getMessage());
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws Exception {
        Path file = Files.createFile(folder.resolve("taken"));
        Installation nowhere = new Installation(Installation.class.getClassLoader(), file);
        String message = assertThrows(
                        IOException.class, () -> nowhere.program(program.toUri().toURL(), Platform.LINUX_X86_64))
                .getMessage();
        assertTrue(message.startsWith("unpacking faultline to " + file), message);
    }
}
