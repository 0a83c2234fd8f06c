package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.mutants.weave.ClassHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests workers that run mutants of static initialisers. */
final class InitialisersIT {
    @TempDir
    Path folder;

    /** A project with a constant that is one too low and another class that caches it. */
    private WorkerJvm worker(String more) throws IOException {
        WorkerJvm worker = new WorkerJvm(folder, "junit4")
                .source(
                        "Limits",
                        "public class Limits {\n"
                                + "static final Integer MOST = Integer.valueOf(9);\n"
                                + more + "\n"
                                + "}\n")
                .source(
                        "Check",
                        "public class Check { static final int KEPT = Limits.MOST; static boolean has(int a) { return a <= KEPT; } }\n")
                .source(
                        "T",
                        "import org.junit.*; public class T {\n"
                                + "@Test public void t() { Assert.assertTrue(Check.has(10)); }\n"
                                + "@Test public void u() { Assert.assertTrue(Check.has(3)); } }\n");
        return worker.setting("target", "1", "Limits", hash("Limits"), "2,3")
                .setting("target", "2", "Check", hash("Check"), "1")
                .setting("fuel", folder.resolve("classes").toString());
    }

    private String hash(String name) throws IOException {
        return Long.toHexString(ClassHash.of(Files.readAllBytes(folder.resolve("classes/" + name + ".class"))));
    }

    /** The number of the mutant with this description in the worker's records. */
    private static int number(WorkerJvm.Result result, String words) {
        String found = result.of("class").stream()
                .filter(record -> record.contains("Limits"))
                .collect(Collectors.joining());
        int at = found.indexOf(words);
        assertTrue(at > 0, result::toString);
        String before = found.substring(found.lastIndexOf('[', at) + 1, at);
        return Integer.parseInt(before.substring(0, before.indexOf(' ')));
    }

    @Test
    void aMutantOfAnInitialiserMendsATestAndTheNextRunIsAsBefore() throws IOException {
        WorkerJvm.Result probed = worker("")
                .probe("junit4", "T")
                .again(1, "t(T)", "f", "java.lang.AssertionError")
                .command("run")
                .run();
        int more = number(probed, "10");
        assertTrue(probed.of("probe").get(0).matches("probe 1 .*infected \\S+.*"), probed::toString);
        WorkerJvm.Result result = worker("")
                .verdicts("junit4", "T", "end")
                .test(1, "t(T)", "f", "java.lang.AssertionError", more)
                .test(2, "u(T)", "p", "", more)
                .command("run")
                .run();
        assertEquals(List.of("1 1:" + more + " passes", "2 1:" + more + " same"), result.verdicts(), result::toString);
        assertEquals(0, result.exit, result::toString);
        assertEquals(List.of(), result.of("drift"), result::toString);
    }

    /** The initialiser fails on its second run. */
    @Test
    void aTestThatEndsOtherwiseAfterInitialisersRanAgainIsProbedWithoutThemAndSaysSo() throws IOException {
        WorkerJvm.Result result = worker(
                        "static { if (System.setProperty(\"limits\", \"1\") != null) throw new IllegalStateException(); }")
                .probe("junit4", "T")
                .again(2, "u(T)", "p", "")
                .command("run")
                .run();
        assertEquals(
                "unusable -1 initialisers: C.m ends otherwise when they have run again",
                result.of("unusable").get(0),
                result::toString);
        assertEquals(86, result.exit, result::toString);
        assertEquals(1, result.of("probe").size());
        assertEquals(List.of(), result.of("drift"));
    }
}
