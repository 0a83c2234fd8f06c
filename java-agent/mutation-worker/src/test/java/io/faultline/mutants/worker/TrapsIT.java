package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests everything that a mutant or test can do to its JVM. Each case takes at most two seconds and is reported with
 * its reason.
 */
final class TrapsIT {
    @TempDir
    Path folder;

    private static final String HEAD =
            "import org.junit.*; import static org.junit.Assert.*; import java.io.*; import java.util.*;\n"
                    + "public class T {\n";

    /** A JUnit 4 class whose test {@code t} is in the body, with mutants 0 and 1. */
    private WorkerJvm worker(String check, String body) {
        WorkerJvm worker = new WorkerJvm(folder, "junit4").source("T", HEAD + body + "}\n");
        return worker.setting("fuel", folder.resolve("classes").toString())
                .verdicts("junit4", "T", check)
                .test(1, "t(T)", "p", "", 0, 1)
                .test(2, "u(T)", "p", "", 0, 1)
                .command("run");
    }

    private static void assertEnds(WorkerJvm.Result result, int exit, String... verdicts) {
        assertEquals(List.of(verdicts), result.verdicts(), result::toString);
        assertEquals(exit, result.exit, result::toString);
    }

    private static void assertQuick(WorkerJvm.Result result) {
        assertTrue(result.seconds < 6, "took " + result.seconds + " s");
    }

    @Test
    void anEndlessLoopRunsOutOfFuel() {
        WorkerJvm.Result result =
                worker("end", "@Test public void t() { while (M.is(0)) {} }").run();
        assertEnds(result, 0, "1 1:0 fails fuel", "1 1:1 same");
    }

    @Test
    void aLoopThatCatchesEverythingIsStoppedOrEndsTheJvm() {
        WorkerJvm.Result result = worker(
                        "end",
                        "@Test public void t() { while (M.is(0)) { try { while (true) { Thread.sleep(1); } } catch (Throwable again) { } } }")
                .run();
        assertEquals("1 1:0 fails wall", result.verdicts().get(0), result::toString);
        assertEquals(87, result.exit, result::toString);
        assertQuick(result);
    }

    @Test
    void aBlockedReadIsInterruptedOrStopped() {
        WorkerJvm.Result result = worker(
                        "end",
                        "@Test public void t() throws Exception { if (M.is(0)) new PipedInputStream(new PipedOutputStream()).read(); }")
                .run();
        assertEnds(result, 0, "1 1:0 fails wall", "1 1:1 same");
        assertQuick(result);
    }

    /**
     * A thread blocked in {@code synchronized} reacts neither to an interrupt nor, until it has the lock, to a stop.
     */
    @Test
    void aDeadlockCostsTheJvmAndNothingElse() {
        WorkerJvm.Result result = worker(
                        "end",
                        "static final Object A = new Object(), B = new Object();\n"
                                + "@Test public void t() throws Exception { if (!M.is(0)) return; Thread other = new Thread(() -> { synchronized (B) { nap(); synchronized (A) { } } }); other.setDaemon(true); other.start(); synchronized (A) { nap(); synchronized (B) { } } }\n"
                                + "static void nap() { try { Thread.sleep(100); } catch (InterruptedException e) { } }")
                .run();
        assertEnds(result, 87, "1 1:0 fails wall");
        assertQuick(result);
    }

    @Test
    void anExitIsAFailureWithItsReason() {
        WorkerJvm.Result result = worker(
                        "end",
                        "@Test public void t() { if (M.is(0)) System.exit(0); if (M.is(1)) try { Runtime.getRuntime().halt(1); } catch (Throwable swallowed) { } }")
                .run();
        assertEnds(result, 0, "1 1:0 fails exit", "1 1:1 fails exit");
    }

    @Test
    void memoryThatRunsOutIsAReasonAndTheJvmGoesOn() {
        WorkerJvm.Result result = worker(
                        "end",
                        "@Test public void t() { List<Object> all = new ArrayList<>(); while (M.is(0)) { all.add(new byte[1 << 20]); } }\n")
                .setting("wall", "5000")
                .setting("wall-most", "5000")
                .run();
        assertEnds(result, 0, "1 1:0 fails memory", "1 1:1 same");
    }

    @Test
    void memoryThatStaysFullIsDriftAndAnotherJvmTakesOver() {
        WorkerJvm.Result result = worker(
                        "end",
                        "static List<Object> all = new ArrayList<>();\n"
                                + "@Test public void t() { byte[] some = new byte[1 << 20]; for (int size = 1 << 20; M.is(0); size /= 4) { try { while (true) all.add(new byte[size]); } catch (OutOfMemoryError full) { if (size == 1 << 10) throw full; } } }\n")
                .setting("wall", "5000")
                .setting("wall-most", "5000")
                .run();
        assertEnds(result, 86, "1 1:0 fails memory");
        assertEquals(List.of("drift 1 0"), result.of("drift"));
    }

    @Test
    void aStackThatRunsOverIsAReason() {
        WorkerJvm.Result result = worker(
                        "end",
                        "static int deep(int n) { return deep(n + 1) + 1; } @Test public void t() { if (M.is(0)) deep(0); }")
                .run();
        assertEnds(result, 0, "1 1:0 fails stack", "1 1:1 same");
    }

    @Test
    void aFloodOfOutputIsSwallowed() {
        WorkerJvm.Result result = worker(
                        "end",
                        "@Test public void t() { while (M.is(0)) { System.out.println(\"flood\"); System.err.printf(\"%d%n\", 1); } }")
                // The output takes its time where other programs use the cores.
                .setting("wall", "20000")
                .setting("wall-most", "20000")
                .run();
        assertEnds(result, 0, "1 1:0 fails fuel", "1 1:1 same");
        assertEquals("", result.log);
    }

    @Test
    void streamsThatAMutantLeavesExchangedArePutBack() {
        WorkerJvm.Result result = worker(
                        "each",
                        "@Test public void t() throws Exception { PrintStream out = System.out; assertEquals(-1, System.in.read()); if (M.is(0)) System.setOut(null); System.out.println(); }\n")
                .run();
        assertEnds(result, 0, "1 1:0 fails", "1 1:1 same");
    }

    /**
     * The thread loops only once the worker wakes it, after the test has ended; an earlier loop could use up the test's
     * fuel.
     */
    @Test
    void aThreadThatLoopsBehindItsTestEndsForWantOfFuel() {
        WorkerJvm.Result result = worker(
                        "end",
                        "@Test public void t() { if (M.is(0)) { Thread t = new Thread(() -> { java.util.concurrent.locks.LockSupport.parkNanos(10_000_000_000L); long n = 0; while (true) n++; }); t.setDaemon(true); t.setUncaughtExceptionHandler((a, b) -> { }); t.start(); } }")
                .run();
        assertEnds(result, 0, "1 1:0 same", "1 1:1 same");
    }

    @Test
    void aThreadThatGoesOnBehindItsTestEndsTheJvm() {
        // The test must wait until the thread is inside its try; stopping it earlier would end it.
        WorkerJvm.Result result = worker(
                        "end",
                        "static final java.util.concurrent.CountDownLatch inside = new java.util.concurrent.CountDownLatch(1);\n"
                                + "@Test public void t() throws Exception { if (M.is(0)) { Thread t = new Thread(T::forever); t.setDaemon(true); t.start(); inside.await(); } }\n"
                                + "static void forever() { while (true) { try { inside.countDown(); Thread.sleep(1000); } catch (Throwable t) { forever(); } } }")
                // The thread starts late where other programs use the cores.
                .setting("wall", "20000")
                .setting("wall-most", "20000")
                .run();
        assertEnds(result, 86, "1 1:0 same");
        assertEquals(List.of("drift 1 0"), result.of("drift"));
    }

    @Test
    void poolsThatTestsKeepAreNoThreadsLeftRunning() {
        WorkerJvm.Result result = worker(
                        "end",
                        "static java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newCachedThreadPool(r -> { Thread t = new Thread(r); t.setDaemon(true); return t; });\n"
                                + "@Test public void t() throws Exception { pool.submit(() -> 1).get(); if (M.is(0)) { pool.submit(() -> { Thread.sleep(50); return 1; }); pool.submit(() -> 1).get(); } }")
                .run();
        assertEnds(result, 0, "1 1:0 same", "1 1:1 same");
    }

    @Test
    void staticsThatAMutantPoisonsVoidWhatCameAfterIt() {
        String body = "static int state; @Test public void t() { assertEquals(0, state); if (M.is(0)) state = 1; }";
        WorkerJvm.Result end = worker("end", body).run();
        assertEnds(end, 86, "1 1:0 same", "1 1:1 fails");
        assertEquals(List.of("drift 1 2"), end.of("drift"));
    }

    @Test
    void withACheckAfterEachBreakTheVerdictOfACleanStateStays() {
        WorkerJvm.Result each = worker(
                        "each",
                        "static int state; @Test public void t() { assertEquals(0, state); if (M.is(0)) { state = 1; fail(); } }")
                .run();
        assertEnds(each, 86, "1 1:0 fails");
        assertEquals(List.of("drift 1 0"), each.of("drift"));
    }

    /** In another JVM the test would end as recorded, so the mutant is to blame, not the test. */
    @Test
    void aTestThatAnotherTestsMutantHasPoisonedIsNotCalledUnusable() {
        WorkerJvm.Result result = worker(
                        "end",
                        "static int state; @Test public void t() { if (M.is(0)) state = 1; } @Test public void u() { assertEquals(0, state); }")
                .run();
        assertEnds(result, 86, "1 1:0 same", "1 1:1 same");
        assertEquals(List.of("drift 2 0"), result.of("drift"));
        assertEquals(List.of(), result.of("unusable"));
    }

    @Test
    void whatOnlyTheFirstRunSaysIsUnstable() {
        WorkerJvm worker = new WorkerJvm(folder, "junit4")
                .source(
                        "T",
                        HEAD
                                + "static int runs; @Test public void t() { if (M.is(0)) throw new Error(); fail(\"run \" + runs++); }}\n")
                .verdicts("junit4", "T", "end")
                .test(1, "t(T)", "f", "java.lang.AssertionError", 0, 1)
                .command("run");
        WorkerJvm.Result result = worker.run();
        assertEnds(result, 0, "1 1:0 type", "1 1:1 same");
        assertTrue(result.of("test").get(0).contains(" unstable 1 "), result::toString);
    }

    @Test
    void aTestThatPassesOnlyWithEmptyCachesIsUnusable() {
        WorkerJvm.Result result = worker(
                        "end",
                        "static class Cache { static boolean filled; } @Test public void t() { assertFalse(Cache.filled); Cache.filled = true; } @Test public void u() { }")
                .run();
        assertEnds(result, 0, "2 1:0 same", "2 1:1 same");
        assertTrue(result.of("unusable").get(0).startsWith("unusable 1 it "), result::toString);
    }

    /** The test it depends on was recorded before it and does not run here. */
    @Test
    void aTestThatNeedsAnotherBeforeItIsUnusable() {
        WorkerJvm worker = new WorkerJvm(folder, "junit4")
                .source(
                        "T",
                        HEAD
                                + "static boolean first; @Test public void a() { first = true; } @Test public void b() { assertTrue(first); }}\n")
                .verdicts("junit4", "T", "end")
                .test(1, "b(T)", "p", "", 0)
                .command("run");
        WorkerJvm.Result result = worker.run();
        assertEnds(result, 0);
        assertEquals(
                List.of("unusable 1 it ended as failed (java.lang.AssertionError), and was recorded as passed"),
                result.of("unusable"));
    }

    @Test
    void mocksWorkInAllRuns() {
        WorkerJvm.Result result = worker(
                        "each",
                        "interface Shop { int price(String of); }\n"
                                + "@Test public void t() { Shop shop = (Shop) java.lang.reflect.Proxy.newProxyInstance(T.class.getClassLoader(), new Class<?>[] {Shop.class}, (p, m, a) -> M.is(0) ? 1 : 2); assertEquals(2, shop.price(\"x\")); }")
                .run();
        assertEnds(result, 0, "1 1:0 fails", "1 1:1 same");
    }

    @Test
    void aTestThatDoesNotEndWithoutAMutantIsUnusable() {
        WorkerJvm worker = new WorkerJvm(folder, "junit4")
                .source(
                        "T",
                        HEAD
                                + "@Test public void t() { Object o = new Object(); while (true) { synchronized (o) { try { o.wait(); } catch (Throwable t) { } } } }}\n")
                .setting("wall-most", "100")
                .verdicts("junit4", "T", "end")
                .test(1, "t(T)", "p", "", 0)
                .command("run");
        WorkerJvm.Result result = worker.run();
        assertEnds(result, 87);
        assertEquals(List.of("unusable 1 it did not end"), result.of("unusable"));
    }

    @Test
    void mutantsThatBrokeOneTestAreLeftOutWhereTheFirstBreakIsEnough() {
        WorkerJvm worker = new WorkerJvm(folder, "junit4")
                .source(
                        "T",
                        HEAD
                                + "@Test public void t() { assertFalse(M.is(0)); } @Test public void u() { assertFalse(M.is(1)); }}\n")
                .command("unit", "7", "junit4", "T", "verdicts", "end", "1")
                .test(1, "t(T)", "p", "", 0, 1)
                .test(2, "u(T)", "p", "", 0, 1)
                .command("run");
        assertEnds(worker.run(), 0, "1 1:0 fails", "1 1:1 same", "2 1:1 fails");
    }

    /** A mutant fills a cache, with which the test passes from then on, and a later one empties it. */
    @Test
    void aFailingTestIsRunWithoutAMutantAfterEachThatMendsIt() {
        WorkerJvm.Result result = new WorkerJvm(folder, "j5")
                .source(
                        "T",
                        "import org.junit.jupiter.api.*; class T { static boolean cached;\n"
                                + "  @Test void t() { if (M.is(1)) cached = true; if (M.is(3)) cached = false;\n"
                                + "    Assertions.assertTrue(cached || M.is(0)); } }\n")
                .verdicts("platform", "T", "end")
                .test(
                        1,
                        "[engine:junit-jupiter]/[class:T]/[method:t()]",
                        "f",
                        "org.opentest4j.AssertionFailedError",
                        0,
                        1,
                        2,
                        3)
                .command("run")
                .command("quit")
                .run();
        assertEquals(List.of("1 1:0 passes", "1 1:1 passes"), result.verdicts(), result::toString);
        assertEquals(List.of("drift 1 0"), result.of("drift"), result::toString);
        assertEquals(86, result.exit, result::toString);
    }
}
