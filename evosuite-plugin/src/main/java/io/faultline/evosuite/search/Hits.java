package io.faultline.evosuite.search;

import java.util.Arrays;

/**
 * What the probes in the classes under test call.
 *
 * <p>A test's hits are those of its own thread and of the threads in its thread group, between {@link #begin} and
 * {@link #end}: threads that outlived an earlier test are in another group, and their hits are nobody's.
 *
 * <p>What runs while a static initialiser does belongs to its class, and so to every test that touches the class: a
 * JVM initialises a class once, whichever test comes first. The recorded spectrum is charged in the same way.
 *
 * <p>Runs on sandboxed threads: loads no class, reads no property.
 */
public final class Hits {
    /** Where a probe looks first; 0 means that somebody wants to know. */
    private static byte[] wanted = new byte[0];

    private static byte[] all = new byte[0];
    private static byte[] none = new byte[0];
    private static byte[] hits = new byte[0];
    private static int[] bits = new int[0];
    private static int[] classOf = new int[0];
    private static int words;

    /** By class, the hits of its initialiser; null for most. */
    private static byte[][] initialised = new byte[0][];

    private static boolean open;
    private static Thread owner;
    private static ThreadGroup group;
    private static Initialiser innermost;

    private Hits() {}

    /** A static initialiser that runs. */
    private static final class Initialiser {
        final int number;
        final Thread thread;
        final byte[] hits;
        final Initialiser outer;

        Initialiser(int number, Thread thread, byte[] hits, Initialiser outer) {
            this.number = number;
            this.thread = thread;
            this.hits = hits;
            this.outer = outer;
        }
    }

    /**
     * Makes room, before the first probe can run.
     *
     * @param bitOfSlot the bit of a row that stands for each slot, -1 for those that play no part
     * @param classOfSlot the class of each slot
     * @param lines bits of a row
     */
    static synchronized void prepare(int[] bitOfSlot, int[] classOfSlot, int classes, int lines) {
        bits = bitOfSlot;
        classOf = classOfSlot;
        words = (lines + 63) / 64;
        hits = new byte[bits.length];
        none = new byte[bits.length];
        all = new byte[bits.length];
        Arrays.fill(all, (byte) 1);
        initialised = new byte[classes][];
        open = false;
        innermost = null;
        wanted = all;
    }

    /** A probe: called at every line entry. */
    public static void hit(int slot) {
        byte[] seen = wanted;
        if (seen[slot] == 0) {
            first(slot);
        }
    }

    private static synchronized void first(int slot) {
        Thread thread = Thread.currentThread();
        for (Initialiser i = innermost; i != null; i = i.outer) {
            if (i.thread == thread) {
                i.hits[slot] = 1;
                return;
            }
        }
        if (open && (thread == owner || group != null && thread.getThreadGroup() == group)) {
            hits[slot] = 1;
        }
    }

    /** The static initialiser of a class begins. */
    public static synchronized void enter(int number) {
        innermost = new Initialiser(number, Thread.currentThread(), new byte[hits.length], innermost);
        wanted = none;
    }

    /** It ended. One that threw never comes here, and is forgotten with the next test. */
    public static synchronized void exit(int number) {
        Thread thread = Thread.currentThread();
        Initialiser inner = null;
        for (Initialiser i = innermost; i != null; i = i.outer) {
            if (i.number == number && i.thread == thread) {
                innermost = i.outer;
                inner = i;
                break;
            }
        }
        if (inner != null) {
            byte[] known = initialised[number];
            if (known == null) {
                initialised[number] = inner.hits;
            } else {
                add(inner.hits, known);
            }
        }
        look();
    }

    /** A test is about to run, in a thread that nobody knows yet. */
    static synchronized void begin() {
        Arrays.fill(hits, (byte) 0);
        innermost = null;
        owner = null;
        group = null;
        open = true;
        look();
    }

    /** The test runs in the current thread. */
    static void own() {
        Thread thread = Thread.currentThread();
        if (owner != thread) {
            take(thread);
        }
    }

    private static synchronized void take(Thread thread) {
        owner = thread;
        group = thread.getThreadGroup();
    }

    /** The test has ended: its row. What its threads hit from here on is nobody's. */
    static synchronized long[] end() {
        open = false;
        owner = null;
        group = null;
        look();
        return row();
    }

    private static void look() {
        wanted = innermost != null ? none : open ? hits : all;
    }

    private static void add(byte[] from, byte[] to) {
        for (int slot = 0; slot < from.length; slot++) {
            to[slot] |= from[slot];
        }
    }

    private static long[] row() {
        chargeInitialisers();
        long[] row = new long[words];
        for (int slot = 0; slot < hits.length; slot++) {
            if (hits[slot] != 0 && bits[slot] >= 0) {
                row[bits[slot] >> 6] |= 1L << bits[slot];
            }
        }
        return row;
    }

    /** A class that is touched brings what its initialiser ran, which may touch others. */
    private static void chargeInitialisers() {
        boolean[] charged = new boolean[initialised.length];
        boolean more = true;
        while (more) {
            more = false;
            for (int slot = 0; slot < hits.length; slot++) {
                int number = classOf[slot];
                if (hits[slot] != 0 && !charged[number]) {
                    charged[number] = true;
                    if (initialised[number] != null) {
                        add(initialised[number], hits);
                        more = true;
                    }
                }
            }
        }
    }
}
