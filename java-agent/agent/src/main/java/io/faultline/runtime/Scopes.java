package io.faultline.runtime;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * For whom each thread runs. Probes of classes that were instrumented for parallel tests find their array in
 * their thread's {@link #CELLS cell}, and ask here, by the number of their chunk, for one that is not there yet.
 *
 * <p>A thread inherits the owner of the thread that made it. Errors: none but those of a machine at its end
 * (a full stack or heap). Cost: the first probe of a chunk for an owner takes a lock. Threads: any; no code of
 * the application is called.
 */
public final class Scopes implements IntFunction<byte[]> {
    /**
     * {@code table[0][n]}, of the calling thread's cell, stands in for chunk {@code n} if it is there. While a method
     * runs its thread's cell stays the same, whoever the thread runs for.
     */
    public static final ThreadLocal<Consumer<byte[][][]>> CELLS = new Cells();

    private static final Here HERE = new Here();

    /** Makes cells. */
    private static volatile Supplier<Consumer<byte[][][]>> cells = new Unseen();

    /** Chunk and touched byte of each class, by its number. */
    private static volatile int[] touched = new int[64];

    private static volatile boolean apart;

    private static volatile boolean straying;

    /** The last test that started before threads were told apart, and its thread. */
    private static volatile Context latest;
    private static volatile Thread thread;

    /** Where nobody has said who makes cells, and no probe looks for one. */
    private static final class Unseen implements Supplier<Consumer<byte[][][]>>, Consumer<byte[][][]> {
        @Override
        public Consumer<byte[][][]> get() {
            return this;
        }

        @Override
        public void accept(byte[][][] table) {}
    }

    private static final class Here extends InheritableThreadLocal<Place> {
        /**
         * Of a thread that inherited nothing, or has forgotten it: workers of the common pool lose their thread locals
         * after each batch of tasks (from Java 17 on).
         */
        @Override
        protected Place initialValue() {
            Context maker = Makers.of(Thread.currentThread());
            Place place = maker == null ? new Place(Context.NOBODY, true) : new Place(maker, false);
            bind(place.cell);
            return place;
        }

        /** Runs in the thread that makes the new one. */
        @Override
        protected Place childValue(Place parent) {
            return parent.forChild(!apart);
        }
    }

    /** Who asks has not found its cell otherwise, and shall the next time. */
    private static final class Cells extends ThreadLocal<Consumer<byte[][][]>> {
        @Override
        protected Consumer<byte[][][]> initialValue() {
            return HERE.get().cell;
        }

        @Override
        public Consumer<byte[][][]> get() {
            Consumer<byte[][][]> cell = super.get();
            bind(cell);
            return cell;
        }
    }

    /** To the calling thread, whose it is, in place of one that it had before. */
    private static void bind(Consumer<byte[][][]> cell) {
        if (cell instanceof Runnable) {
            ((Runnable) cell).run();
        }
    }

    /** Learns who makes cells, before there is any: of what they give, each is a {@link Runnable}, too, that binds it. */
    public static void makeCells(Supplier<Consumer<byte[][][]>> maker) {
        cells = maker;
    }

    static Consumer<byte[][][]> newCell() {
        return cells.get();
    }

    @Override
    public byte[] apply(int chunk) {
        return HERE.get().first(chunk);
    }

    /** Are threads told apart? Once they are, they are to the end. */
    public static boolean areApart() {
        return apart;
    }

    /** From now on. */
    public static void tellApart() {
        apart = true;
    }

    /** A test starts. */
    static void started(Context test) {
        if (!apart) {
            latest = test;
            thread = Thread.currentThread();
        }
    }

    /** The last test that started before threads were told apart; it may have ended. */
    static Context latest() {
        return latest;
    }

    /** The test that was open when threads began to be told apart, if it still is; for a thread that may be its. */
    static Context alone() {
        Context test = latest;
        if (test == null || test.hasEnded()) {
            return null;
        }
        test.shared = true;
        return test;
    }

    /** Is this the test that {@link #alone} gives until its end? */
    static boolean isAlone(Context test) {
        return test != null && test == latest;
    }

    /** Is this the thread on which that test started? */
    static boolean isOfAlone(Thread other) {
        return other == thread;
    }

    /**
     * Do some classes go on storing into the shared chunks? Their hits are those of every open test, as when
     * no thread is told apart.
     */
    public static boolean areStraying() {
        return straying;
    }

    /** Says whether some do. */
    public static void stray(boolean some) {
        straying = some;
    }

    /** Learns of a chunk, before any probe of it can run. */
    public static void addChunk(int chunk, int size) {
        HitArrays.define(chunk, size);
    }

    /** The chunk itself, once its class is there. */
    public static void shareChunk(int chunk, byte[] hits) {
        HitArrays.share(chunk, hits);
    }

    /** Learns which byte says that a class was touched, before any probe of it can run. */
    public static synchronized void addClass(int id, int chunk, int index) {
        int[] known = touched;
        if (2 * id >= known.length) {
            known = Arrays.copyOf(known, Math.max(2 * known.length, 2 * id + 2));
        }
        known[2 * id] = chunk;
        known[2 * id + 1] = index;
        touched = known;
    }

    /** Where the calling thread is: nothing of this is seen by other threads. */
    static Place here() {
        return HERE.get();
    }

    /** Marks a class as touched by whoever the thread at {@code place} runs for. */
    static void touch(Place place, int id) {
        int[] known = touched;
        if (2 * id + 1 < known.length) {
            place.first(known[2 * id])[known[2 * id + 1]] = 1;
        }
    }
}
