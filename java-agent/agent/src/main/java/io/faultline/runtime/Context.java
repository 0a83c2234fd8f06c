package io.faultline.runtime;

import java.util.Arrays;

/**
 * An owner of hits while threads are told apart: a test, a running static initialiser, or a thread's activity outside
 * of both. {@code docs/recording.md} says which one owns a hit.
 *
 * <p>Shape: {@code table[0][n]} replaces chunk {@code n} and is created when the first probe of that chunk runs for
 * this owner. While tests run one after another, no probe uses it, and it stays empty.
 *
 * <p>Threads: any may store. Ending or freezing removes the table, which the next probe of every thread notices. A
 * thread that has just fetched an array may store into it once more or, in compiled loops, until it leaves the loop.
 * Arrays known to several threads are therefore never reused.
 */
public final class Context {
    private static final byte[][] NONE = {};

    /** Largest number of steps kept in a path. */
    static final int MOST_STEPS = 4_096;

    /** The kind of an owner. */
    enum Kind {
        TEST,
        /** A running static initialiser. */
        INITIALISER,
        /** A thread's activity outside of both. */
        REST
    }

    /** No owner: a context that has ended. */
    static final Context NOBODY = new Context(Kind.REST, -1, null);

    /** Placeholder for the current owner of the thread that begins a task. */
    static final Context CALLER = new Context(Kind.REST, -1, null);

    static {
        NOBODY.ended = true;
    }

    private final Kind kind;

    /** The class of a running initialiser, otherwise -1. */
    final int initialiser;

    /** The test or initialiser that this one interrupts, and that gets its threads' hits after its end; or null. */
    private final Context outer;

    /** Read by every probe without a barrier; compiled loops may keep its element. */
    final byte[][][] table = {NONE};

    /** Whether the core has it open, because hits in the shared chunks (also) belong to it. */
    boolean inCore;

    /** Set before a second thread can see this context. */
    volatile boolean shared;

    /** Chunk and index of outcomes, in order; null while there are none. */
    private int[] path;

    private int steps;

    private boolean ended;
    private boolean frozen;
    private byte[][] kept;

    private Context(Kind kind, int initialiser, Context around) {
        this.kind = kind;
        this.initialiser = initialiser;
        this.outer = around == null || around.kind == Kind.REST ? null : around;
    }

    /** Returns a new test, started while a thread ran for {@code around}. */
    static Context test(Context around) {
        return new Context(Kind.TEST, -1, around);
    }

    /** Returns a new running initialiser of a class, triggered by {@code around}. */
    static Context initialiser(int id, Context around) {
        return new Context(Kind.INITIALISER, id, around);
    }

    /** Returns a new context outside of tests and initialisers. */
    static Context rest() {
        return new Context(Kind.REST, -1, null);
    }

    /** Whether it is a running static initialiser or a shared creation. */
    boolean isInitialiser() {
        return kind == Kind.INITIALISER;
    }

    /** Whether new threads inherit it, instead of starting without owner. */
    boolean isInherited() {
        return kind != Kind.REST;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** Returns this context, or the innermost enclosing one that has not ended; null if there is none. */
    final Context living() {
        Context context = this;
        while (context != null && context.hasEnded()) {
            context = context.outer;
        }
        return context;
    }

    /** Returns the array for a chunk; null if this has ended. */
    synchronized byte[] array(int chunk) {
        if (ended) {
            return null;
        }
        byte[][] arrays = table[0];
        if (chunk < arrays.length && arrays[chunk] != null) {
            return arrays[chunk];
        }
        byte[] hits = frozen ? HitArrays.discarding(chunk) : HitArrays.take(chunk);
        byte[][] longer = chunk < arrays.length ? arrays : Arrays.copyOf(arrays, chunk + 8);
        longer[chunk] = hits;
        table[0] = longer;
        return hits;
    }

    /** Adds an outcome, in one of this context's arrays or a shared chunk. Only running tests have paths. */
    synchronized void step(byte[] hits, int at) {
        if (kind != Kind.TEST || ended || frozen || steps == MOST_STEPS) {
            return;
        }
        int chunk = indexOf(hits, table[0]);
        chunk = chunk < 0 ? indexOf(hits, HitArrays.shared()) : chunk;
        if (chunk < 0) {
            return;
        }
        if (path == null || path.length == 2 * steps) {
            path = path == null ? new int[64] : Arrays.copyOf(path, 4 * steps);
        }
        path[2 * steps] = chunk;
        path[2 * steps + 1] = at;
        steps++;
    }

    private static int indexOf(byte[] hits, byte[][] arrays) {
        for (int chunk = 0; chunk < arrays.length; chunk++) {
            if (arrays[chunk] == hits) {
                return chunk;
            }
        }
        return -1;
    }

    /** Returns its steps, chunk and index of each, or null if there are none. */
    synchronized int[] path() {
        return steps == 0 ? null : Arrays.copyOf(path, 2 * steps);
    }

    /** Freezes the hits; later ones are discarded. */
    synchronized void freeze() {
        if (!frozen && !ended) {
            frozen = true;
            kept = table[0];
            table[0] = NONE;
        }
    }

    /** Ends it and returns its arrays; null without hits. */
    synchronized byte[][] end() {
        if (ended) {
            return null;
        }
        ended = true;
        byte[][] hits = frozen ? kept : table[0];
        table[0] = NONE;
        kept = null;
        return hits.length == 0 ? null : hits;
    }

    /**
     * Reuses arrays returned by {@link #end} and cleared by the core, unless another thread may still store into them.
     * Must not be used for activity around tests: a frame that began there may continue with its array.
     */
    void recycle(byte[][] hits) {
        if (hits != null && !shared) {
            HitArrays.give(hits);
        }
    }
}
