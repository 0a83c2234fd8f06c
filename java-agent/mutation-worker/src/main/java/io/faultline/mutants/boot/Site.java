package io.faultline.mutants.boot;

import java.util.Arrays;

/**
 * The active mutant, and the marks of a probing run.
 *
 * <p>A mutant is one int: the number of its class (1 to 8191) shifted left by {@value #SHIFT}, plus its number k in the
 * class. Threads: {@code active} changes only between tests; concurrent marks are not lost, because each mark is a byte
 * that is only ever set.
 */
public final class Site {
    /** The number of low bits that hold k. */
    public static final int SHIFT = 18;

    /** No mutant is active: classes behave as before weaving. */
    public static final int NONE = 0;

    /** No mutant is active, and each site marks which of its mutants would change its value. */
    public static final int PROBING = -1;

    /** The active mutant, {@link #NONE} or {@link #PROBING}. */
    public static int active;

    /** What is active between and in runs without a mutant of their own; {@link #NONE} in most JVMs. */
    private static int kept = NONE;

    /**
     * Whether {@code System.exit}, {@code Runtime.exit} and {@code Runtime.halt}, called in woven classes, throw
     * {@link Exited} instead of ending the JVM.
     */
    public static boolean throwOnExit;

    static final int MASK = (1 << SHIFT) - 1;
    static final int CLASSES = 8192;

    /** By class number, then k: 1 if a probing run reached the mutant; null for classes without mutants. */
    static final byte[][] REACHED = new byte[CLASSES][];

    /** By class number, then k: 1 if the mutant would have changed a value or an action. */
    static final byte[][] INFECTED = new byte[CLASSES][];

    private static int classes = 1;
    private static int exits;

    private Site() {}

    /** Returns the int of mutant {@code k} of class {@code number}. */
    public static int mutant(int number, int k) {
        return number << SHIFT | k;
    }

    /** Makes a mutant active for good: also between runs, and in runs that have no mutant of their own. */
    public static void keep(int mutant) {
        kept = mutant;
        active = mutant;
    }

    /** Whether a mutant is active for good. */
    public static boolean keeps() {
        return kept != NONE;
    }

    /** Makes a mutant, or probing, active for one run. {@link #NONE}: what is active between runs. */
    public static void run(int mutant) {
        active = mutant == NONE ? kept : mutant;
    }

    /** Allocates the marks of a class; called before its first woven method can run. Idempotent. */
    public static synchronized void register(int number, int mutants) {
        if (REACHED[number] == null) {
            INFECTED[number] = new byte[mutants];
            REACHED[number] = new byte[mutants];
            classes = Math.max(classes, number + 1);
        }
    }

    /** One more than the highest registered class number. */
    public static synchronized int classes() {
        return classes;
    }

    /** Clears all marks. */
    public static void clear() {
        for (int number = 1; number < classes(); number++) {
            if (REACHED[number] != null) {
                Arrays.fill(REACHED[number], (byte) 0);
                Arrays.fill(INFECTED[number], (byte) 0);
            }
        }
    }

    /** Whether a mutant of the class was reached since {@link #clear}. */
    public static boolean touched(int number) {
        byte[] marks = REACHED[number];
        if (marks != null) {
            for (byte mark : marks) {
                if (mark != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Bit set of the mutants reached, k = 0 in the lowest bit of the first word. Empty for unknown classes. */
    public static long[] reached(int number) {
        return words(REACHED[number]);
    }

    /**
     * Bit set of the mutants that infect: those reached that would change a value or an action. Layout as
     * {@link #reached}.
     */
    public static long[] infected(int number) {
        return words(INFECTED[number]);
    }

    private static long[] words(byte[] marks) {
        if (marks == null) {
            return new long[0];
        }
        long[] words = new long[(marks.length + 63) / 64];
        for (int k = 0; k < marks.length; k++) {
            words[k >> 6] |= (long) marks[k] << k;
        }
        return words;
    }

    /**
     * Whether a site with at most eight mutants, the first of them {@code base}, keeps its original behaviour. This is
     * the common case, and the method is small enough to be inlined.
     */
    static boolean isPlain(int base) {
        int now = active;
        return now >= 0 && (now - base & -8) != 0;
    }

    /** Marks mutant {@code base + alternative} as reached, and as infecting if {@code infects}. */
    static void mark(int base, int alternative, boolean infects) {
        int number = base >>> SHIFT;
        int k = (base & MASK) + alternative;
        REACHED[number][k] = 1;
        if (infects) {
            INFECTED[number][k] = 1;
        }
    }

    /** Replaces {@link System#exit}. */
    public static void exit(int status) {
        leave(status);
        System.exit(status);
    }

    /** Replaces {@link Runtime#exit}. */
    public static void exit(Runtime runtime, int status) {
        leave(status);
        runtime.exit(status);
    }

    /** Replaces {@link Runtime#halt}. */
    public static void halt(Runtime runtime, int status) {
        leave(status);
        runtime.halt(status);
    }

    /** The number of intercepted exits. */
    public static int exits() {
        return exits;
    }

    private static void leave(int status) {
        if (throwOnExit) {
            askTheSecurityManager(status);
            exits++;
            throw new Exited(status);
        }
    }

    /**
     * Calls the security manager, if this Java version has one: tests of programs that exit may install one that
     * throws.
     */
    @SuppressWarnings("removal")
    private static void askTheSecurityManager(int status) {
        SecurityManager manager = System.getSecurityManager();
        if (manager != null) {
            manager.checkExit(status);
        }
    }
}
