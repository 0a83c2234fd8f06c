package io.faultline.bridge;

/**
 * Runs "tests" and "initialisers" in concurrent threads, each hitting its own slots exactly once per
 * round: captures must neither lose nor invent hits. The thread of test {@code t} hits slot {@code t}
 * of class 0; each initialiser of class {@code c} hits slot 1 of class {@code c}.
 */
public final class Threads {
    static final int TESTS = 4;
    static final int ROUNDS = 300;
    private static final byte[] HITS = new byte[64 * 1024];

    private Threads() {}

    public static void main(String[] args) throws InterruptedException {
        System.load(args[0]);
        Core.start(args[1], "threads", null);
        Core.addChunk(0, HITS);
        String[] method = {"m", "()V"};
        for (int id = 0; id < 100; id++) {
            Core.addClass(id, 0, id * 64, "a.C" + id, "C.java", id, "", method, new int[60], new int[60]);
        }
        Thread[] threads = new Thread[TESTS + 1];
        for (int t = 0; t < TESTS; t++) {
            int slot = t;
            threads[t] = new Thread(() -> tests(slot));
        }
        threads[TESTS] = new Thread(Threads::garbage);
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Core.finish();
    }

    private static void tests(int slot) {
        for (int round = 0; round < ROUNDS; round++) {
            Core.startTest();
            HITS[slot] = 1;
            int id = 1 + slot * 20 + round % 20;
            Core.enterInitialiser(id);
            HITS[id * 64 + 1] = 1;
            Core.exitInitialiser(id);
            HITS[slot + 10] = 1;
            Core.endTest("t" + slot + "-" + round, "a.Test", "m", 0, 1L, null, null, null);
        }
    }

    /** Keeps the garbage collector busy, so that arrays move and critical sections wait for it. */
    private static void garbage() {
        byte[][] kept = new byte[64][];
        for (int n = 0; n < 20_000; n++) {
            kept[n % kept.length] = new byte[50_000];
        }
    }
}
