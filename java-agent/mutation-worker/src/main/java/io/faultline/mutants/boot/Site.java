package io.faultline.mutants.boot;

import java.util.Arrays;

/**
 * Which mutant is active, and what a probing run has seen.
 *
 * <p>A mutant is one int: the number of its class (1 to 8191) shifted left by {@value #SHIFT}, plus its number k in the class.
 * Threads: {@code active} is set while no test runs; marks of several threads lose nothing, as each is a byte that is only set.
 */
public final class Site {
    /** Bits of a mutant that hold its number in its class. */
    public static final int SHIFT = 18;

    /** No mutant is active: the classes do what they did before they were woven. */
    public static final int NONE = 0;

    /** No mutant is active, and each site notes which of its mutants would have changed its value. */
    public static final int PROBING = -1;

    /** The active mutant, {@link #NONE} or {@link #PROBING}. */
    public static int active;

    /** Whether {@code System.exit} and its kin, called in woven classes, throw {@link Exited} in place of ending the JVM. */
    public static boolean throwOnExit;

    static final int MASK = (1 << SHIFT) - 1;
    static final int CLASSES = 8192;

    /** By class number, then k: 1 where a probing run met the mutant; null for classes that are not woven. */
    static final byte[][] REACHED = new byte[CLASSES][];

    /** Likewise: 1 where the mutant would have given another value, or left out an action. */
    static final byte[][] INFECTED = new byte[CLASSES][];

    private static int classes = 1;
    private static int exits;

    private Site() {}

    /** The int that names mutant {@code k} of class {@code number}. */
    public static int mutant(int number, int k) {
        return number << SHIFT | k;
    }

    /** Makes room for the marks of a class; called before its first woven method can run. A second time it does nothing. */
    public static synchronized void register(int number, int mutants) {
        if (REACHED[number] == null) {
            INFECTED[number] = new byte[mutants];
            REACHED[number] = new byte[mutants];
            classes = Math.max(classes, number + 1);
        }
    }

    /** One more than the highest number of a registered class. */
    public static synchronized int classes() {
        return classes;
    }

    /** Forgets what probing has seen. */
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

    /** Bit k of the answer, counted from the lowest bit of the first word: mutant k was reached. Empty for unknown classes. */
    public static long[] reached(int number) {
        return words(REACHED[number]);
    }

    /** Likewise: mutant k was reached and would have changed what the site gives or does. */
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
     * Whether the site whose mutants begin with {@code base}, eight of them at most, does what it always did: nearly always so,
     * and small enough for the compiler to put it in place of its calls.
     */
    static boolean isPlain(int base) {
        int now = active;
        return now >= 0 && (now - base & -8) != 0;
    }

    /** Notes that mutant {@code base + alternative} was met, and whether it would have changed anything. */
    static void mark(int base, int alternative, boolean infects) {
        int number = base >>> SHIFT;
        int k = (base & MASK) + alternative;
        REACHED[number][k] = 1;
        if (infects) {
            INFECTED[number][k] = 1;
        }
    }

    /** Called in place of {@link System#exit}. */
    public static void exit(int status) {
        leave(status);
        System.exit(status);
    }

    /** Called in place of {@link Runtime#exit}. */
    public static void exit(Runtime runtime, int status) {
        leave(status);
        runtime.exit(status);
    }

    /** Called in place of {@link Runtime#halt}. */
    public static void halt(Runtime runtime, int status) {
        leave(status);
        runtime.halt(status);
    }

    /** How many ends of the JVM were asked for so far. */
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

    /** Tests of programs that exit have a security manager that throws, where there still are such. */
    @SuppressWarnings("removal")
    private static void askTheSecurityManager(int status) {
        SecurityManager manager = System.getSecurityManager();
        if (manager != null) {
            manager.checkExit(status);
        }
    }
}
