package io.faultline.runtime;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The owner of each thread's hits. Probes instrumented for parallel tests find their array in their thread's {@link
 * #CELLS cell}, and request a missing one here by chunk number.
 *
 * <p>A thread inherits the owner of its creator. Errors: only stack overflow and lack of memory. Cost: the first probe
 * of a chunk for an owner takes a lock. Threads: any; calls no application code.
 */
public final class Scopes implements IntFunction<byte[]> {
    /**
     * {@code table[0][n]} of the calling thread's cell replaces chunk {@code n} if present. A thread keeps its cell
     * while a method runs, even if its owner changes.
     */
    public static final ThreadLocal<Consumer<byte[][][]>> CELLS = new Cells();

    private static final Here HERE = new Here();

    /** Creates cells. */
    private static volatile Supplier<Consumer<byte[][][]>> cells = new Unseen();

    /** Chunk and touched byte of each class, by class number. */
    private static volatile int[] touched = new int[64];

    private static volatile boolean apart;

    private static volatile boolean straying;

    /** The last test that started before threads were told apart, and its thread. */
    private static volatile Context latest;

    private static volatile Thread thread;

    /** Used until a supplier is set, when no probe uses cells. */
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
         * For a thread that inherited nothing or lost it: workers of the common pool lose thread locals after each
         * batch of tasks (from Java 17 on).
         */
        @Override
        protected Place initialValue() {
            Context maker = Makers.of(Thread.currentThread());
            Place place = maker == null ? new Place(Context.NOBODY, true) : new Place(maker, false);
            bind(place.cell);
            return place;
        }

        /** Called on the thread that creates the new one. */
        @Override
        protected Place childValue(Place parent) {
            return parent.forChild(!apart);
        }
    }

    /** Called when a thread does not find its cell in the table; binds it for the next time. */
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

    /** Binds a cell to the calling thread, replacing its former one. */
    private static void bind(Consumer<byte[][][]> cell) {
        if (cell instanceof Runnable) {
            ((Runnable) cell).run();
        }
    }

    /** Sets the supplier of cells, before any exist; each cell is also a {@link Runnable} that binds it. */
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

    /** Whether threads are told apart, which is irreversible. */
    public static boolean areApart() {
        return apart;
    }

    /** Tells threads apart from now on. */
    public static void tellApart() {
        apart = true;
    }

    /** Notes that a test starts. */
    static void started(Context test) {
        if (!apart) {
            latest = test;
            thread = Thread.currentThread();
        }
    }

    /** Returns the last test that started before threads were told apart; it may have ended. */
    static Context latest() {
        return latest;
    }

    /** Returns the test that was open when threads began to be told apart, if it still is. */
    static Context alone() {
        Context test = latest;
        if (test == null || test.hasEnded()) {
            return null;
        }
        test.shared = true;
        return test;
    }

    /** Whether this is the test that {@link #alone} returns until its end. */
    static boolean isAlone(Context test) {
        return test != null && test == latest;
    }

    /** Whether this is the thread on which that test started. */
    static boolean isOfAlone(Thread other) {
        return other == thread;
    }

    /**
     * Whether some classes keep storing into the shared chunks. Their hits count for every open test, as if threads
     * were not told apart.
     */
    public static boolean areStraying() {
        return straying;
    }

    /** Sets whether some classes do. */
    public static void stray(boolean some) {
        straying = some;
    }

    /** Registers a chunk, before any of its probes can run. */
    public static void addChunk(int chunk, int size) {
        HitArrays.define(chunk, size);
    }

    /** Registers the shared chunk itself, once its class is defined. */
    public static void shareChunk(int chunk, byte[] hits) {
        HitArrays.share(chunk, hits);
    }

    /** Registers the byte that marks a class as touched, before any of its probes can run. */
    public static synchronized void addClass(int id, int chunk, int index) {
        int[] known = touched;
        if (2 * id >= known.length) {
            known = Arrays.copyOf(known, Math.max(2 * known.length, 2 * id + 2));
        }
        known[2 * id] = chunk;
        known[2 * id + 1] = index;
        touched = known;
    }

    /** Returns the state of the calling thread, which other threads do not see. */
    static Place here() {
        return HERE.get();
    }

    /** Marks a class as touched by the owner at {@code place}. */
    static void touch(Place place, int id) {
        int[] known = touched;
        if (2 * id + 1 < known.length) {
            place.first(known[2 * id])[known[2 * id + 1]] = 1;
        }
    }
}
