package io.faultline.mutants.boot;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/*
 * The JVM runs a static initialiser only once, whichever mutant is active later. To run its mutants, the weaver adds a
 * copy of its code as a callable method. The worker calls these copies under a mutant before a test, and without a
 * mutant after it. All copies run, in the order in which the initialisers first completed, because a class may keep
 * values of another.
 */
/**
 * Static initialisers that have run and can be rerun. Threads: {@link #ran} and {@link #register} are called from any
 * thread, the rest by the worker.
 */
public final class Initialisers {
    private static final List<MethodHandle> RAN = new ArrayList<>();

    /** The mutants in each class's initialiser, by class number. */
    private static final BitSet[] MUTANTS = new BitSet[Site.CLASSES];

    private Initialisers() {}

    /** Called at the end of a woven initialiser; the call order is the program's initialisation order. */
    public static void ran(MethodHandle again) {
        synchronized (RAN) {
            RAN.add(again);
        }
    }

    /** Registers the mutants that are in the class's initialiser. */
    public static void register(int number, BitSet mutants) {
        synchronized (RAN) {
            MUTANTS[number] = mutants;
        }
    }

    /** Whether any initialiser can be rerun. */
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

    /**
     * Reruns all initialisers. Errors: whatever they throw; checked exceptions are wrapped in
     * {@link ExceptionInInitializerError}, as the JVM does.
     */
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

    /**
     * Reruns all initialisers and marks the mutants inside them that are reached and infect. Errors: as {@link #again}.
     */
    public static void probe() {
        byte[][] reached = copy(Site.REACHED);
        byte[][] infected = copy(Site.INFECTED);
        Site.active = Site.PROBING;
        try {
            again();
        } finally {
            Site.run(Site.NONE);
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

    /** Restores the marks of mutants outside initialisers: only marks made by the test itself count for these. */
    private static void putBack(byte[][] marks, byte[][] before) {
        for (int number = 1; number < before.length; number++) {
            for (int k = 0; before[number] != null && k < before[number].length; k++) {
                if (!has(number, k)) {
                    marks[number][k] = before[number][k];
                }
            }
        }
    }

    /** Clears the marks of mutants in initialisers. */
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
