package io.faultline.bridge;

/**
 * Prints the cost of one test boundary in microseconds: start and end of a test that hits 1,000 lines
 * of 30 classes, with 100,000 slots of 1,000 classes in 4 chunks. Excludes the time of the stores,
 * which is measured separately.
 */
public final class Cost {
    private static final int CHUNKS = 4;
    private static final int CLASSES = 1000;
    private static final int SLOTS = 100;
    private static final byte[][] HITS = new byte[CHUNKS][32768];

    private Cost() {}

    public static void main(String[] args) {
        System.load(args[0]);
        Core.start(args[1], "cost", null);
        String[] method = {"m", "()V"};
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            Core.addChunk(chunk, HITS[chunk]);
        }
        for (int id = 0; id < CLASSES; id++) {
            Core.addClass(id, id / 250, id % 250 * 128, "a.C" + id, "C.java", id, "", method, new int[SLOTS], new int[SLOTS]);
        }
        int rounds = Integer.parseInt(args[2]);
        double tests = Double.MAX_VALUE;
        double stores = Double.MAX_VALUE;
        double initialisers = Double.MAX_VALUE;
        for (int attempt = 0; attempt < 100; attempt++) {
            tests = Math.min(tests, tests(rounds));
            stores = Math.min(stores, stores(rounds));
            initialisers = Math.min(initialisers, initialisers(rounds));
        }
        print("test boundary", tests - stores);
        print("stores of its hits", stores);
        print("initialiser", initialisers);
        Core.finish();
    }

    private static void print(String what, double nanoseconds) {
        System.out.println(Math.round(nanoseconds / 10) / 100.0 + " us " + what);
    }

    /** Nanoseconds per test. */
    private static double tests(int rounds) {
        long start = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            Core.startTest();
            hit(round);
            Core.endTest("[engine:x]/[class:a.FooTest]/[method:bar()]", "a.FooTest", "bar", 0, 1L, null, null, null);
        }
        return (double) (System.nanoTime() - start) / rounds;
    }

    private static double stores(int rounds) {
        long start = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            hit(round);
        }
        return (double) (System.nanoTime() - start) / rounds;
    }

    private static double initialisers(int rounds) {
        long start = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            Core.enterInitialiser(1);
            Core.exitInitialiser(1);
        }
        return (double) (System.nanoTime() - start) / rounds;
    }

    private static void hit(int round) {
        for (int touched = 0; touched < 30; touched++) {
            int id = (touched * 33 + round) % CLASSES;
            byte[] hits = HITS[id / 250];
            int base = id % 250 * 128;
            for (int line = 0; line < 33; line++) {
                hits[base + line * 3] = 1;
            }
        }
    }
}
