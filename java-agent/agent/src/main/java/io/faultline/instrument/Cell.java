package io.faultline.instrument;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a probe holds on to while a method runs: for whom the method's thread runs is seen through it, whoever that is by
 * then. Instrumented code calls a copy of this class that has a name in {@code java.lang} ({@link Trampolines#cell}); so it uses
 * itself and the JDK.
 *
 * <p>Each thread has one, in a thread local; and so that probes need not ask for that, in an array by the thread's number,
 * where the place of another thread is a miss and no more. Numbers are not given twice, and no thread is held.
 *
 * <p>Threads: each binds its own cell only, so who finds its number in one sees what it put there before, without a barrier.
 * Cost of {@link #mine}: four loads and a comparison.
 */
public final class Cell implements Supplier<Consumer<byte[][][]>>, Consumer<byte[][][]>, Runnable {
    /** A power of two: threads whose numbers differ by a multiple of it take each other's place. */
    private static final int PLACES = 1 << 10;

    private static final Cell[] BOUND = new Cell[PLACES];

    static {
        Arrays.fill(BOUND, new Cell());
    }

    /** The thread's cell, which binds it. */
    public static ThreadLocal<?> threads;

    /** The number of the thread, or one that none has. */
    private long number = -1;

    /** {@code table[0][n]} stands in for chunk {@code n} if it is there. */
    public byte[][][] table;

    /** That of the calling thread. */
    public static Cell mine() {
        long number = number();
        Cell cell = BOUND[(int) number & PLACES - 1];
        return cell.number == number ? cell : other();
    }

    /** Where another thread has the place. {@link Trampolines} keeps compilers from making it a part of {@link #mine}. */
    private static Cell other() {
        return (Cell) threads.get();
    }

    /** The number of the calling thread, which no other has or had; not above 0 where there is none. The copy has another body. */
    private static long number() {
        return 0;
    }

    /** Another one. */
    @Override
    public Consumer<byte[][][]> get() {
        return new Cell();
    }

    /** From now on its thread has this table. */
    @Override
    public void accept(byte[][][] now) {
        table = now;
    }

    /** Binds it to the calling thread, whose it is. */
    @Override
    public void run() {
        long own = number();
        if (own > 0) {
            number = own;
            BOUND[(int) own & PLACES - 1] = this;
        }
    }
}
