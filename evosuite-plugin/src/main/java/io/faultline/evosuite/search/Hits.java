package io.faultline.evosuite.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Receives the calls of probes in the classes under test. Applies the rule of {@code docs/recording.md} by thread
 * groups.
 *
 * <p>A test's hits are those of its thread and of its thread group, between {@link #begin} and {@link #end}. Threads
 * that outlived an earlier test are in another group, and their hits are dropped.
 *
 * <p>Hits during a static initialiser belong to its class: they are kept separately, and the {@link Judge} adds them to
 * every test that touches the class. Which test triggered the initialisation is irrelevant, because a suite written by
 * EvoSuite initialises all classes before its first test.
 *
 * <p>Runs on sandboxed threads: loads no class, reads no property.
 */
public final class Hits {
    private static final int BITS = 64;

    /** Checked first by a probe; 0 means that the hit is needed. */
    private static byte[] wanted = new byte[0];

    private static byte[] all = new byte[0];
    private static byte[] none = new byte[0];
    private static byte[] hits = new byte[0];

    /** The touched bit of each class. */
    private static int[] touched = new int[0];

    private static boolean open;
    private static volatile Thread owner;
    private static ThreadGroup group;
    private static volatile Running innermost;
    private static final List<Initialised> ENDED = new ArrayList<>();

    private Hits() {}

    /** A running static initialiser. */
    private static final class Running {
        final int number;
        final Thread thread;
        final byte[] hits;
        final Running outer;

        Running(int number, Thread thread, byte[] hits, Running outer) {
            this.number = number;
            this.thread = thread;
            this.hits = hits;
            this.outer = outer;
        }
    }

    /** A static initialiser that ended. */
    static final class Initialised {
        /** Number of its class. */
        final int number;

        /** Its hits, bit-packed. */
        final long[] hits;

        Initialised(int number, long[] hits) {
            this.number = number;
            this.hits = hits;
        }
    }

    /**
     * Allocates room, before the first probe runs.
     *
     * @param words length of hits, bit-packed
     * @param touchedOfClass the touched bit of each class
     */
    static synchronized void prepare(int words, int[] touchedOfClass) {
        touched = touchedOfClass;
        hits = new byte[words * BITS];
        none = new byte[hits.length];
        all = new byte[hits.length];
        Arrays.fill(all, (byte) 1);
        ENDED.clear();
        open = false;
        innermost = null;
        wanted = all;
    }

    /** Called by a probe at every line entry. */
    public static void hit(int bit) {
        byte[] seen = wanted;
        if (seen[bit] == 0) {
            first(bit);
        }
    }

    /** Called by a probe of lines that run together. */
    public static void hit(int firstBit, int lastBit) {
        for (int bit = firstBit; bit <= lastBit; bit++) {
            hit(bit);
        }
    }

    private static synchronized void first(int bit) {
        Thread thread = Thread.currentThread();
        Running initialiser = innermostOf(thread);
        if (initialiser != null) {
            initialiser.hits[bit] = 1;
        } else if (open && (thread == owner || group != null && thread.getThreadGroup() == group)) {
            hits[bit] = 1;
        }
    }

    /** Whether the current thread runs for a test and not in a static initialiser. */
    static boolean isTests() {
        Thread thread = Thread.currentThread();
        return thread == owner ? innermost == null || isTests(thread) : owner != null && isTests(thread);
    }

    private static synchronized boolean isTests(Thread thread) {
        return open
                && (thread == owner || group != null && thread.getThreadGroup() == group)
                && innermostOf(thread) == null;
    }

    private static Running innermostOf(Thread thread) {
        Running initialiser = innermost;
        while (initialiser != null && initialiser.thread != thread) {
            initialiser = initialiser.outer;
        }
        return initialiser;
    }

    /** Called when the static initialiser of a class begins. */
    public static synchronized void enter(int number) {
        innermost = new Running(number, Thread.currentThread(), new byte[hits.length], innermost);
        wanted = none;
    }

    /** Called when it ends. */
    public static synchronized void exit(int number) {
        Thread thread = Thread.currentThread();
        Running ended = innermostOf(thread);
        while (ended != null && (ended.number != number || ended.thread != thread)) {
            ended = ended.outer;
        }
        if (ended != null) {
            remove(ended);
            ENDED.add(new Initialised(number, packed(ended.hits)));
            Running outer = innermostOf(thread);
            if (outer != null) {
                outer.hits[touched[number]] = 1;
            }
        }
        look();
    }

    /** Called when it throws: later hits are not part of it, whichever code catches the exception. */
    public static void failed(Object thrown, int number) {
        exit(number);
    }

    /** Removes an initialiser with those that its thread left open inside it; those of other threads stay. */
    private static void remove(Running ended) {
        List<Running> inside = new ArrayList<>();
        for (Running i = innermost; i != ended; i = i.outer) {
            if (i.thread != ended.thread) {
                inside.add(i);
            }
        }
        innermost = ended.outer;
        for (int at = inside.size() - 1; at >= 0; at--) {
            Running i = inside.get(at);
            innermost = new Running(i.number, i.thread, i.hits, innermost);
        }
    }

    /** Returns the hits of initialisers that ended since the last call, in order. */
    static synchronized List<Initialised> initialised() {
        if (ENDED.isEmpty()) {
            return Collections.emptyList();
        }
        List<Initialised> ended = new ArrayList<>(ENDED);
        ENDED.clear();
        return ended;
    }

    /** Called before a test runs on a thread that is not known yet. */
    static synchronized void begin() {
        Arrays.fill(hits, (byte) 0);
        innermost = null; // One that still runs belongs to an abandoned thread.
        owner = null;
        group = null;
        open = true;
        Conditions.begin();
        look();
    }

    /** Called when the test runs on the current thread. */
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

    /** Ends the test and returns its hits, bit-packed. Later hits of its threads are dropped. */
    static synchronized long[] end() {
        open = false;
        owner = null;
        group = null;
        look();
        return packed(hits);
    }

    private static void look() {
        wanted = innermost != null ? none : open ? hits : all;
    }

    private static long[] packed(byte[] bytes) {
        long[] words = new long[bytes.length / BITS];
        for (int bit = 0; bit < bytes.length; bit++) {
            if (bytes[bit] != 0) {
                words[bit / BITS] |= 1L << bit;
            }
        }
        return words;
    }
}
