package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.plugins.Platform;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
    @TempDir
    Path folder;

    /** A plugin's jar, as a folder. */
    private ClassLoader resources(String name, String program) throws Exception {
        Path jar = folder.resolve(name);
        Path inside = jar.resolve("META-INF/faultline/" + Platform.LINUX_X86_64);
        Files.createDirectories(inside);
        Files.writeString(inside.resolve("faultline"), program);
        Files.writeString(inside.resolveSibling("faultline-agent.jar"), "the agent");
        Files.writeString(inside.resolveSibling("faultline-mutants.jar"), "mutants");
        Files.writeString(inside.resolveSibling("faultline-mutants-boot.jar"), "before all classes");
        Files.writeString(inside.resolveSibling("faultline-amplify.jar"), "grown tests");
        Files.writeString(inside.resolveSibling("faultline-amplify-run.jar"), "what runs them");
        return new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
    }

    private static Installation unpack(ClassLoader resources, Path cache) throws Exception {
        URL program = resources.getResource(Platform.LINUX_X86_64.resource());
        return Installation.unpack(resources, program, Platform.LINUX_X86_64, "1", cache);
    }

    private static Set<Path> entries(Path folder) throws Exception {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.collect(Collectors.toSet());
        }
    }

    @Test
    void allFilesAreUnpackedOnceAndOnlyTheirOwnerMayUseThem() throws Exception {
        ClassLoader resources = resources("jar", "the program");
        Installation first = unpack(resources, folder.resolve("cache"));
        assertEquals("the program", Files.readString(first.program()));
        assertEquals("the agent", Files.readString(first.agent()));
        assertTrue(Files.isExecutable(first.program()));
        assertEquals("faultline-agent.jar", first.agent().getFileName().toString());
        assertEquals("mutants", Files.readString(first.agent().resolveSibling("faultline-mutants.jar")));
        assertEquals("before all classes", Files.readString(first.agent().resolveSibling("faultline-mutants-boot.jar")));
        assertEquals("grown tests", Files.readString(first.amplify()));
        assertEquals("what runs them", Files.readString(first.amplify().resolveSibling("faultline-amplify-run.jar")));

        FileTime long_ago = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(first.program(), long_ago);
        Installation second = unpack(resources, folder.resolve("cache"));
        assertEquals(first.program(), second.program());
        assertEquals(long_ago, Files.getLastModifiedTime(second.program()), "unpacked again");
    }

    @Test
    void anotherBuildOfTheSameVersionHasItsOwnFolder() throws Exception {
        Installation one = unpack(resources("a", "one"), folder.resolve("cache"));
        Installation other = unpack(resources("b", "other"), folder.resolve("cache"));
        assertNotEquals(one.program(), other.program());
        assertEquals("one", Files.readString(one.program()));
    }

    @Test
    void manyAtATimeFindOneWholeFolder() throws Exception {
        String program = "x".repeat(3_000_000);
        ClassLoader resources = resources("jar", program);
        Path cache = folder.resolve("cache");
        int many = 8;
        ExecutorService threads = Executors.newFixedThreadPool(many);
        CountDownLatch all = new CountDownLatch(many);
        List<Future<Long>> lengths = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            lengths.add(threads.submit(() -> {
                all.countDown();
                all.await();
                return Files.size(unpack(resources, cache).program());
            }));
        }
        for (Future<Long> length : lengths) {
            assertEquals(program.length(), length.get(), "a folder that was not whole");
        }
        threads.shutdown();
        assertEquals(1, entries(cache).size(), "what is left: " + entries(cache));
    }

    @Test
    void aFolderThatLostAFileIsNamed() throws Exception {
        ClassLoader resources = resources("jar", "the program");
        Installation whole = unpack(resources, folder.resolve("cache"));
        Files.delete(whole.agent());
        Exception e = assertThrows(
                java.io.IOException.class, () -> unpack(resources, folder.resolve("cache")));
        assertTrue(e.getMessage().contains("delete it"), e.getMessage());
    }

    @Test
    void onWindowsTheProgramKeepsItsEnding() throws Exception {
        ClassLoader resources = resources("jar", "the program");
        URL program = resources.getResource(Platform.LINUX_X86_64.resource());
        Installation installation =
                Installation.unpack(resources, program, Platform.WINDOWS_X86_64, "1", folder.resolve("cache"));
        assertEquals("faultline.exe", installation.program().getFileName().toString());
        assertEquals("the program", Files.readString(installation.program()));
    }

    @Test
    void aPluginWithoutAnAgentSaysSo() throws Exception {
        ClassLoader empty = new URLClassLoader(new URL[0], null);
        URL program = folder.toUri().toURL();
        Exception e = assertThrows(
                java.io.IOException.class,
                () -> Installation.unpack(empty, program, Platform.LINUX_X86_64, "1", folder.resolve("cache")));
        assertEquals("this faultline-maven-plugin was built without faultline-agent.jar", e.getMessage());
    }
}
