package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests workers in which one mutant is active from the start to the end. */
final class ActiveIT {
    @TempDir
    Path folder;

    /** A cache whose content depends on mutant 1, and a test that is right whenever mutant 2 reads it. */
    private WorkerJvm worker() {
        return new WorkerJvm(folder, "junit4", "j5")
                .source("Counter", "public class Counter { static int runs; static int next() { return ++runs; } }")
                .source("Cache", "public class Cache { static final int KEPT = M.is(1) ? 5 : 4; }")
                .source(
                        "T",
                        "import org.junit.*; public class T { static boolean before;\n"
                                + "@BeforeClass public static void first() { before = M.is(1); }\n"
                                + "@Test public void five() { Assert.assertEquals(5, Cache.KEPT); }\n"
                                + "@Test public void told() { Assert.assertTrue(before); }\n"
                                + "@Test public void again() { Assert.assertEquals(2, Counter.next()); }\n"
                                + "@Test public void endless() { while (M.is(3)) { Thread.yield(); } }\n"
                                + "@Test public void counts() { Assert.assertEquals(1, Counter.next()); } }\n")
                .source(
                        "J",
                        "import org.junit.jupiter.api.*; public class J {\n"
                                + "@Test void again() { Assertions.assertEquals(2, Counter.next()); }\n"
                                + "@Test void five() { Assertions.assertEquals(5, Cache.KEPT); } }\n");
    }

    private static List<String> ended(WorkerJvm.Result result) {
        return result.records.stream()
                .filter(record -> record.startsWith("test ") || record.startsWith("unusable "))
                .map(record -> record.startsWith("test ") ? record.split(" ")[1] + " passed" : record.substring(9))
                .sorted()
                .collect(Collectors.toList());
    }

    @Test
    void theActiveMutantIsThereBeforeTheFirstClassAndInFixturesAndEachTestRunsOnce() {
        WorkerJvm.Result result = worker().patient()
                .setting("active", Integer.toString(1 << 18 | 1))
                .verdicts("junit4", "T", "end")
                .test(1, "five(T)", "p", "")
                .test(2, "told(T)", "p", "")
                .test(3, "counts(T)", "p", "")
                .command("run")
                .verdicts("platform", "J", "end")
                .test(4, "[engine:junit-jupiter]/[class:J]/[method:five()]", "p", "")
                .command("run")
                .run();
        assertEquals(List.of("1 passed", "2 passed", "3 passed", "4 passed"), ended(result), result::toString);
        assertEquals(0, result.exit, result::toString);
    }

    @Test
    void aTestThatFailsWithTheActiveMutantIsNamed() {
        WorkerJvm.Result result = worker().patient()
                .setting("active", Integer.toString(1 << 18 | 2))
                .verdicts("junit4", "T", "end")
                .test(1, "five(T)", "p", "")
                .command("run")
                .run();
        assertEquals(
                List.of("1 it ended as failed (java.lang.AssertionError), and was recorded as passed"),
                ended(result),
                result::toString);
        assertEquals(0, result.exit, result::toString);
    }

    @Test
    void aTestThatWouldPassTheSecondTimeHasFailed() {
        for (String framework : List.of("junit4", "platform")) {
            boolean isPlatform = framework.equals("platform");
            String id = isPlatform ? "[engine:junit-jupiter]/[class:J]/[method:again()]" : "again(T)";
            WorkerJvm.Result result = worker().patient()
                    .setting("active", Integer.toString(1 << 18 | 1))
                    .verdicts(framework, isPlatform ? "J" : "T", "end")
                    .test(1, id, "p", "")
                    .command("run")
                    .run();
            List<String> ended = ended(result);
            assertEquals(1, ended.size(), result::toString);
            assertTrue(ended.get(0).startsWith("1 it ended as failed"), result::toString);
        }
    }

    @Test
    void anInvocationOfTestNgRunsOnce() {
        WorkerJvm.Result result = new WorkerJvm(folder, "tng")
                .source("Counter", "public class Counter { static int runs; static int next() { return ++runs; } }")
                .source(
                        "N",
                        "import org.testng.*; import org.testng.annotations.*; public class N {\n"
                                + "@Test public void first() { Assert.assertEquals(Counter.next(), 1); } }\n")
                .patient()
                .setting("active", Integer.toString(1 << 18 | 1))
                .verdicts("testng", "N", "end")
                .test(1, "N.first", "p", "")
                .command("run")
                .run();
        assertEquals(List.of("1 passed"), ended(result), result::toString);
    }

    @Test
    void aTestThatDoesNotEndWithTheActiveMutantIsNamedBeforeAnyoneLosesPatience() {
        WorkerJvm.Result result = worker().setting("active", Integer.toString(1 << 18 | 3))
                .verdicts("junit4", "T", "end")
                .test(1, "endless(T)", "p", "")
                .command("run")
                .run();
        assertEquals(List.of("1 it did not end"), ended(result), result::toString);
    }
}
