package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.agent.ChildJvm.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start of the agent, and its failures. */
class StartIT {
    private static final Path JAR = Path.of(System.getProperty("agent.jar"));

    private final Path folder;
    private final ChildJvm jvm;

    StartIT(@TempDir Path folder) {
        this.folder = folder.toAbsolutePath();
        jvm = new ChildJvm(this.folder)
                .source(
                        "classes",
                        "package p; public class Main {\n public static void main(String[] a) {\n"
                                + "  System.out.println(\"works\");\n }\n}");
    }

    @Test
    void aMissingLibraryIsOneLineAndTheProgramWorks() throws IOException {
        Path jar = Files.createDirectories(folder.resolve("lib")).resolve("faultline-agent.jar");
        copy(JAR, jar, "META-INF/faultline/");
        Result result = jvm.agent(jar).run("p.Main");
        assertOneLine(result, "native library");
    }

    @Test
    void aForeignLibraryIsOneLineAndTheProgramWorks() throws IOException {
        Path jar = Files.createDirectories(folder.resolve("lib")).resolve("faultline-agent.jar");
        try (ZipFile from = new ZipFile(JAR.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                if (!entry.isDirectory()) {
                    byte[] content = from.getInputStream(entry).readAllBytes();
                    if (entry.getName().endsWith(".so")) {
                        content[18] = 8; // e_machine: MIPS
                        content[19] = 0;
                    }
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    out.write(content);
                }
            }
        }
        Result result = jvm.agent(jar).run("p.Main");
        assertOneLine(result, "native library");
    }

    @Test
    void anUnknownOptionIsOneLineAndTheProgramWorks() {
        assertOneLine(jvm.options("colour=red").run("p.Main"), "\"colour\"");
    }

    @Test
    void aRenamedJarWorks() throws IOException {
        Path jar = folder.resolve("renamed agent.jar");
        Files.copy(JAR, jar);
        Result result = jvm.agent(jar).flag("-Xshare:off").run("p.Main");
        assertEquals("works\n", result.out);
        assertEquals("", result.err);
        assertEquals(1, jvm.recorded("Main.java"));
    }

    @Test
    void theAgentNamedTwiceRecordsOnceAndSaysSo() {
        Result result =
                jvm.flag("-javaagent:" + JAR + "=dir=" + folder.resolve("out")).run("p.Main");
        assertEquals("works\n", result.out);
        assertEquals("faultline: the agent is attached twice to this JVM; the first one records\n", result.err);
        assertEquals(1, jvm.recorded("Main.java"));
    }

    @Test
    void aJvmThatTouchesNothingInScopeLeavesNothingBehind() {
        Result result = jvm.run("org.junit.runner.JUnitCore");
        assertEquals(0, result.exit, result.err);
        assertEquals(List.of(), jvm.recordings());
        assertTrue(!Files.exists(folder.resolve("out")));
    }

    private void assertOneLine(Result result, String says) {
        assertEquals("works\n", result.out);
        assertEquals(0, result.exit);
        assertEquals(1, result.err.lines().count(), result.err);
        assertTrue(result.err.startsWith("faultline: ") && result.err.contains(says), result.err);
        assertEquals(List.of(), jvm.recordings());
    }

    private static void copy(Path from, Path to, String without) throws IOException {
        try (ZipFile in = new ZipFile(from.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
            for (ZipEntry entry : Collections.list(in.entries())) {
                if (!entry.isDirectory() && !entry.getName().startsWith(without)) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    out.write(in.getInputStream(entry).readAllBytes());
                }
            }
        }
    }
}
