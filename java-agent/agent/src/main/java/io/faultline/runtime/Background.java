package io.faultline.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * Hits of threads outside of tests, by thread name.
 *
 * <p>Threads: any. Memory: at most {@link #NAMES} names; further threads share one.
 */
final class Background {
    private static final int NAMES = 256;
    private static final String OTHERS = "(other threads)";
    private static final String UNNAMED = "(threads without a name)";

    private static final Map<String, Context> BY_NAME = new HashMap<>();

    private Background() {}

    /** Receives collected hits. */
    interface Sink {
        void background(String thread, byte[][] hits);
    }

    /** Returns the owner of a thread's hits outside of tests. */
    static Context of(Thread thread) {
        return named(name(thread));
    }

    /** Returns a thread's name, or what stands for it: virtual threads have an empty one. */
    static String name(Thread thread) {
        String name = thread.getName();
        return name.isEmpty() ? UNNAMED : name;
    }

    private static synchronized Context named(String name) {
        Context known = BY_NAME.get(name);
        if (known == null && BY_NAME.size() >= NAMES) {
            name = OTHERS;
            known = BY_NAME.get(name);
        }
        if (known == null) {
            known = Context.rest();
            known.shared = true;
            BY_NAME.put(name, known);
        }
        return known;
    }

    /** Passes on the hits collected since the last call. */
    static void drain(Sink sink) {
        Map<String, Context> collected;
        synchronized (Background.class) {
            collected = new HashMap<>(BY_NAME);
            BY_NAME.clear();
        }
        for (Map.Entry<String, Context> entry : collected.entrySet()) {
            byte[][] hits = entry.getValue().end();
            if (hits != null) {
                sink.background(entry.getKey(), hits);
            }
        }
    }
}
