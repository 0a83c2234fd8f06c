package io.faultline.mutants.boot;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/*
 * An initialiser of a class runs once, whatever is active later. So that its mutants can run, its code is there once more as a method
 * that can be called: under a mutant before a test, and without one after it. All run again, in the order
 * in which they ended the first time, because what one made may be what another one keeps.
 */
/** Static initialisers that have run and can run again. Threads: classes are initialised in any; the rest is the worker's. */
public final class Initialisers {
    private static final List<MethodHandle> RAN = new ArrayList<>();

    /** By class number: mutants in its initialiser. */
    private static final BitSet[] MUTANTS = new BitSet[Site.CLASSES];

    private Initialisers() {}

    /** Called at the end of a woven initialiser, in the program's own order. */
    public static void ran(MethodHandle again) {
        synchronized (RAN) {
            RAN.add(again);
        }
    }

    /** These mutants of the class are in its initialiser. */
    public static void register(int number, BitSet mutants) {
        synchronized (RAN) {
            MUTANTS[number] = mutants;
        }
    }

    /** Whether any has run. */
    public static boolean any() {
        synchronized (RAN) {
            return !RAN.isEmpty();
        }
    }

    /** Whether a mutant is in an initialiser. */
    public static boolean has(int mutant) {
        return has(mutant >>> Site.SHIFT, mutant & Site.MASK);
    }

    private static boolean has(int number, int k) {
        synchronized (RAN) {
            return number < MUTANTS.length && MUTANTS[number] != null && MUTANTS[number].get(k);
        }
    }

    /** Runs all of them again. Errors: what they throw, as the JVM would throw it where a class is first used. */
    public static void again() {
        List<MethodHandle> now;
        synchronized (RAN) {
            now = new ArrayList<>(RAN);
        }
        try {
            for (MethodHandle initialiser : now) {
                initialiser.invokeExact();
            }
        } catch (Error error) {
            throw error;
        } catch (Throwable thrown) {
            throw new ExceptionInInitializerError(thrown);
        }
    }

    /** Runs all of them again and adds to the marks which of their own mutants that reaches and infects. Errors: as {@link #again}. */
    public static void probe() {
        byte[][] reached = copy(Site.REACHED);
        byte[][] infected = copy(Site.INFECTED);
        Site.active = Site.PROBING;
        try {
            again();
        } finally {
            Site.active = Site.NONE;
            putBack(Site.REACHED, reached);
            putBack(Site.INFECTED, infected);
        }
    }

    private static byte[][] copy(byte[][] marks) {
        byte[][] copy = new byte[Site.classes()][];
        for (int number = 1; number < copy.length; number++) {
            copy[number] = marks[number] == null ? null : marks[number].clone();
        }
        return copy;
    }

    /** What initialisers call has marks of its own from when a test calls it; these stay as they were. */
    private static void putBack(byte[][] marks, byte[][] before) {
        for (int number = 1; number < before.length; number++) {
            for (int k = 0; before[number] != null && k < before[number].length; k++) {
                if (!has(number, k)) {
                    marks[number][k] = before[number][k];
                }
            }
        }
    }

    /** Takes the marks of their mutants away. */
    public static void forget() {
        for (int number = 1; number < Site.classes(); number++) {
            for (int k = 0; Site.REACHED[number] != null && k < Site.REACHED[number].length; k++) {
                if (has(number, k)) {
                    Site.REACHED[number][k] = 0;
                    Site.INFECTED[number][k] = 0;
                }
            }
        }
    }
}
