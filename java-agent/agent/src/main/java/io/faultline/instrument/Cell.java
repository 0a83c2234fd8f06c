package io.faultline.instrument;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The handle that probes hold while a method runs; it gives access to the thread's current owner, even if that changes.
 * Instrumented code calls a copy of this class with a name in {@code java.lang} ({@link Trampolines#cell}), so this
 * class uses only itself and the JDK.
 *
 * <p>Each thread has a cell in a thread local. For speed, cells are also in an array indexed by thread number, where
 * the entry of another thread counts as a miss. Thread numbers are never reused, and threads are not kept alive.
 *
 * <p>Threads: each binds only its own cell, so a thread that finds its number in a cell sees its own writes without a
 * barrier. Cost of {@link #mine}: four loads and a comparison.
 */
public final class Cell implements Supplier<Consumer<byte[][][]>>, Consumer<byte[][][]>, Runnable {
    /** A power of two: threads whose numbers differ by a multiple share an entry. */
    private static final int PLACES = 1 << 10;

    private static final Cell[] BOUND = new Cell[PLACES];

    static {
        Arrays.fill(BOUND, new Cell());
    }

    /** The thread local of cells; binds the cell on access. */
    public static ThreadLocal<?> threads;

    /** The number of the thread, or -1. */
    private long number = -1;

    /** {@code table[0][n]} replaces chunk {@code n} if present. */
    public byte[][][] table;

    /** Returns the calling thread's cell. */
    public static Cell mine() {
        long number = number();
        Cell cell = BOUND[(int) number & PLACES - 1];
        return cell.number == number ? cell : other();
    }

    /**
     * Returns the cell if another thread occupies the entry. {@link Trampolines} prevents inlining into {@link #mine}.
     */
    private static Cell other() {
        return (Cell) threads.get();
    }

    /**
     * Returns the calling thread's number, which is never reused; not above 0 if there is none. The copy has another
     * body.
     */
    private static long number() {
        return 0;
    }

    /** Creates a cell. */
    @Override
    public Consumer<byte[][][]> get() {
        return new Cell();
    }

    /** Sets the thread's table. */
    @Override
    public void accept(byte[][][] now) {
        table = now;
    }

    /** Binds the cell to the calling thread. */
    @Override
    public void run() {
        long own = number();
        if (own > 0) {
            number = own;
            BOUND[(int) own & PLACES - 1] = this;
        }
    }
}
