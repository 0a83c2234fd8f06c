package io.faultline.runtime;

import java.util.Arrays;

/**
 * One owner of hits while threads are told apart: a test, a running static initialiser, or what a thread
 * runs outside of both. Which one a hit has is said by {@code docs/whose-hit.md}.
 *
 * <p>Shape: {@code table[0][n]} stands in for chunk {@code n} and is made when the first probe of that chunk
 * runs for this owner. While tests run one after another no probe asks for it, and it stays empty.
 *
 * <p>Threads: many may store; whoever ends or freezes it takes the table away, and the next probe of every
 * thread finds it gone. A thread that has fetched an array just before may store into it once more, or,
 * when its loop was compiled so, until it leaves the loop: arrays that several threads knew are therefore
 * never used again.
 */
public final class Context {
    private static final byte[][] NONE = {};

    /** Steps of a path that are kept. */
    static final int MOST_STEPS = 4_096;

    /** What an owner is. */
    enum Kind {
        TEST,
        /** A running static initialiser. */
        INITIALISER,
        /** What a thread runs that belongs to neither. */
        REST
    }

    /** Stands for no owner: it has ended from the beginning. */
    static final Context NOBODY = new Context(Kind.REST, -1, null);

    /** Stands for whoever the thread runs for that begins with a task. */
    static final Context CALLER = new Context(Kind.REST, -1, null);

    static {
        NOBODY.ended = true;
    }

    private final Kind kind;

    /** The class of a running initialiser, else -1. */
    final int initialiser;

    /** The test or initialiser that this one interrupts, and that gets what its threads do after its end; or null. */
    private final Context outer;

    /** Its element is read by every probe, and without a barrier: compiled loops may keep it. */
    final byte[][][] table = {NONE};

    /** True when the core knows of it, because hits in the shared chunks are (also) its own. */
    boolean inCore;

    /** Set before a second thread can learn of this context. */
    volatile boolean shared;

    /** Chunk and index of outcomes in the order in which they came about; null while there are none. */
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

    /** A test that starts where a thread ran for {@code around}. */
    static Context test(Context around) {
        return new Context(Kind.TEST, -1, around);
    }

    /** The initialiser of a class, caused by {@code around}. */
    static Context initialiser(int id, Context around) {
        return new Context(Kind.INITIALISER, id, around);
    }

    /** What is neither. */
    static Context rest() {
        return new Context(Kind.REST, -1, null);
    }

    /** Is it a running static initialiser, or something that is made for several tests? */
    boolean isInitialiser() {
        return kind == Kind.INITIALISER;
    }

    /** Do threads inherit it, rather than to begin as nobody's? */
    boolean isInherited() {
        return kind != Kind.REST;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** This one, or the innermost around it that goes on; null when there is none. */
    final Context living() {
        Context context = this;
        while (context != null && context.hasEnded()) {
            context = context.outer;
        }
        return context;
    }

    /** The array for a chunk; null when this has ended meanwhile. */
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

    /** An outcome came about, in one of this one's arrays or in a shared chunk. Only tests that go on have paths. */
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

    /** Its steps, chunk and index of each, or null for none. */
    synchronized int[] path() {
        return steps == 0 ? null : Arrays.copyOf(path, 2 * steps);
    }

    /** What was hit until now is all there will be; later hits are nobody's. */
    synchronized void freeze() {
        if (!frozen && !ended) {
            frozen = true;
            kept = table[0];
            table[0] = NONE;
        }
    }

    /** Ends it and gives its arrays; null when nothing was hit. */
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
     * Takes arrays back that {@link #end} gave and the core has cleared, unless another thread may still store into them. Not for
     * what runs around tests: a frame that began in it may go on, and holds the array that it began with.
     */
    void recycle(byte[][] hits) {
        if (hits != null && !shared) {
            HitArrays.give(hits);
        }
    }
}
