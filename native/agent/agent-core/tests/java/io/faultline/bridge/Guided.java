package io.faultline.bridge;

import java.util.Arrays;

/** Guides a search from Java with good and bad input; {@code tests/jvm/guided.rs} checks the output. */
public final class Guided {
    private static final String[] METHODS = {"m0", "()V", "m1", "()V"};
    private static final int[] OWNERS = {0, 0, 0, 1, 1, 1};
    private static final int[] LINES = {1, 2, 3, 4, 5, 9};
    private static final int[] NO_NUMBERS = {};
    private static final String[] NO_NAMES = {};

    /** Class 0 was recorded; class 1 is its superclass, which is not in the recording. */
    private static final int FIRST = 0;
    private static final int BASE = 1;

    private Guided() {}

    public static void main(String[] args) {
        System.load(args[0]);
        refusals(args[1]);
        otherVersion(args[1]);
        long search = open(args[1], "tfd");
        misuse(search);
        expect("a.First", Fitness.classes(search));
        expect("a.Test#t0", Fitness.failing(search));
        expect(null, see(search, "a.First", METHODS, LINES, OWNERS));
        expect(null, see(search, "a.Base", null, NO_NAMES, NO_NUMBERS, NO_NUMBERS));
        expect(null, Fitness.observe(search));
        // tfd considers suspicious lines: line 5 was recorded but is not suspicious, line 9 was not recorded.
        System.out.println("all " + Arrays.toString(Fitness.lines(search, new long[] {0b111111, 0})));
        expect("the guided search has begun already", Fitness.observe(search));
        expect("the guided search has begun already", see(search, "a.Late", METHODS, LINES, OWNERS));
        print("start", search);
        long[][] rows = {{0, 0}, {0b1111, 0}, {0b0011, 0}, {0b0011, 0}, {0b1100, 0}, {0b0101, 0}, {~0b1110L, 0}};
        for (long[] row : rows) {
            double fitness = Fitness.fitness(search, row);
            System.out.println(fitness + " " + Fitness.score(search, row) + " " + Fitness.accept(search, row, "a.First kept"));
        }
        print("end", search);
        expect(null, Fitness.write(search, args[2]));
        expectStart("/proc/none/x cannot be written", Fitness.write(search, "/proc/none/x"));
        initialisers(search);
        wrongRows(search);
        inParallel(search);
        Fitness.close(search);
        Fitness.close(search);
        expect(null, Fitness.standing(search));
    }

    private static long open(String spectrum, String metric) {
        long[] handle = new long[1];
        expect(null, Fitness.open(spectrum, null, metric, null, handle));
        return handle[0];
    }

    private static String see(long search, String name, String[] methods, int[] lines, int[] owners) {
        return see(search, name, "a.Base", methods, lines, owners);
    }

    private static String see(long search, String name, String superclass, String[] methods, int[] lines, int[] owners) {
        return Fitness.see(
                search, name, 0, methods, lines, owners, superclass, NO_NAMES, NO_NUMBERS, NO_NUMBERS, NO_NUMBERS, NO_NAMES);
    }

    /** The superclass's initialiser ran lines 2 and 3, which count for each test that touches the class. */
    private static void initialisers(long search) {
        expect(null, Fitness.initialised(search, BASE, new long[] {0b0110, 0}));
        System.out.println("touching " + Arrays.toString(Fitness.lines(search, new long[] {0b1000000, 0})));
        System.out.println("not touching " + Arrays.toString(Fitness.lines(search, new long[] {0, 0})));
        expect("the guided search sees no class 2", Fitness.initialised(search, 2, new long[2]));
        expect("the guided search sees no class -1", Fitness.initialised(search, -1, new long[2]));
        expect("hits have not 2 words", Fitness.initialised(search, FIRST, new long[1]));
        expect("hits have not 2 words", Fitness.initialised(search, FIRST, null));
    }

    private static void refusals(String spectrum) {
        long[] handle = new long[1];
        String[] none = new String[0];
        expectStart("/no/such/file is not a spectrum", Fitness.open("/no/such/file", none, "ddu", null, handle));
        expectStart("no metric is called 'du'", Fitness.open(spectrum, none, "du", null, handle));
        expectStart("/no/model: ", Fitness.open(spectrum, none, "rlfdc", "/no/model", handle));
        expectStart("the test 'a.Test#t1' did not fail", Fitness.open(spectrum, new String[] {"a.Test#t1"}, "ddu", null, handle));
        expect("no spectrum is named", Fitness.open(null, none, "ddu", null, handle));
        expect("no metric is named", Fitness.open(spectrum, none, null, null, handle));
        expect("there is no room for a handle", Fitness.open(spectrum, none, "ddu", null, null));
        expect("there is no room for a handle", Fitness.open(spectrum, none, "ddu", null, new long[2]));
        if (handle[0] != 0) {
            throw new AssertionError("a handle of nothing");
        }
    }

    /** Misuse returns an error value and throws nothing. */
    private static void misuse(long search) {
        for (long handle : new long[] {0, -1, Long.MAX_VALUE}) {
            expect(null, Fitness.classes(handle));
            expect(null, Fitness.standing(handle));
            expect("there is no guided search " + handle, Fitness.observe(handle));
            expect("there is no guided search " + handle, see(handle, "a.First", METHODS, LINES, OWNERS));
            expect(null, Fitness.lines(handle, new long[2]));
            expectNan(Fitness.fitness(handle, new long[1]));
            if (Fitness.accept(handle, new long[1], "x") != -1) {
                throw new AssertionError("joined nothing");
            }
        }
        expectNan(Fitness.score(search, new long[1]));
        expect(null, Fitness.standing(search));
        String said = "a class in sight has no name";
        expect(said, see(search, null, METHODS, LINES, OWNERS));
        said = "class a.First is not in sight: it has no methods";
        expect(said, see(search, "a.First", null, LINES, OWNERS));
        said = "class a.First is not in sight: it has not as many methods of lines as lines";
        expect(said, see(search, "a.First", METHODS, new int[1], OWNERS));
        said = "class a.First is not in sight: a line or the method of one does not exist";
        expect(said, see(search, "a.First", METHODS, new int[] {1}, new int[] {2}));
        expect(said, see(search, "a.First", METHODS, new int[] {1}, new int[] {-1}));
        expect(said, see(search, "a.First", METHODS, new int[] {-1}, new int[] {0}));
        expect("the guided search has not begun: it was not told what it sees", Fitness.initialised(search, FIRST, new long[1]));
        expectStart("no line that a.Test#t0 covers", Fitness.observe(search));
    }

    private static void otherVersion(String spectrum) {
        long search = open(spectrum, "tfd");
        expect(null, see(search, "a.First", METHODS, new int[] {1}, new int[] {0}));
        expectStart("a.First is not the class", Fitness.observe(search));
        Fitness.close(search);
    }

    private static void wrongRows(long search) {
        for (long[] row : new long[][] {null, new long[0], new long[1], new long[3]}) {
            expectNan(Fitness.fitness(search, row));
            expectNan(Fitness.score(search, row));
            if (Fitness.accept(search, row, null) != -1) {
                throw new AssertionError("joined");
            }
        }
    }

    /** Concurrent requests get the same results as a single thread. */
    private static void inParallel(long search) {
        double wanted = Fitness.score(search, new long[] {0b0110, 0});
        Thread[] threads = new Thread[4];
        boolean[] wrong = new boolean[1];
        for (int n = 0; n < threads.length; n++) {
            threads[n] = new Thread(() -> {
                for (int i = 0; i < 2000; i++) {
                    if (Fitness.score(search, new long[] {0b0110, 0}) != wanted) {
                        wrong[0] = true;
                    }
                }
            });
            threads[n].start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        if (wrong[0]) {
            throw new AssertionError("scores differ between threads");
        }
    }

    private static void print(String when, long search) {
        System.out.println(when + " " + Arrays.toString(Fitness.standing(search)));
    }

    private static void expectNan(double value) {
        if (!Double.isNaN(value)) {
            throw new AssertionError(value + " is a number");
        }
    }

    private static void expect(Object wanted, Object got) {
        if (wanted == null ? got != null : !wanted.equals(got)) {
            throw new AssertionError("'" + got + "' is not '" + wanted + "'");
        }
    }

    private static void expectStart(String wanted, String got) {
        if (got == null || !got.startsWith(wanted)) {
            throw new AssertionError("'" + got + "' does not begin as '" + wanted + "'");
        }
    }
}
