package model;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The recorded code: methods of a line each, reached without a line of a caller, and static initialisers. */
public final class Cells {
    static final int PER_CLASS = 500;
    private static final int CLASSES = Integer.getInteger("model.cells") / PER_CLASS;
    private static final int INITIALISERS = Integer.getInteger("model.initialisers");

    private static final MethodHandle[] HITS = new MethodHandle[CLASSES * PER_CLASS];
    private static final Map<Integer, Runnable> INITIALISING = new ConcurrentHashMap<>();

    private static int nextCell;
    private static int nextInitialiser;

    private Cells() {}

    /** Finds the methods; loads their classes. */
    static void find() throws ReflectiveOperationException {
        for (int cell = 0; cell < HITS.length; cell++) {
            Class<?> owner = Class.forName("Cells" + cell / PER_CLASS);
            HITS[cell] = MethodHandles.publicLookup().findStatic(owner, "c" + cell, MethodType.methodType(void.class));
        }
    }

    static int next() {
        return nextCell++;
    }

    static boolean areLeft() {
        return nextCell + 400 < HITS.length;
    }

    static void hit(int cell) {
        try {
            HITS[cell].invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** A class that was not initialised yet; the last one again when none is left. */
    static int nextInitialiser() {
        return nextInitialiser < INITIALISERS ? nextInitialiser++ : -1;
    }

    /** Has a class initialised; its initialiser runs that. */
    static void initialise(int number, Runnable inside) throws ReflectiveOperationException {
        INITIALISING.put(number, inside);
        Class.forName("Initialised" + number);
    }

    /** Called by the initialisers. */
    public static void initialising(int number) {
        INITIALISING.remove(number).run();
    }
}
