package io.faultline.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * What threads run that belong to no test, by the name of the thread.
 *
 * <p>Threads: any. Memory: at most {@link #NAMES} names; further ones share one.
 */
final class Background {
    private static final int NAMES = 256;
    private static final String OTHERS = "(other threads)";

    private static final Map<String, Context> BY_NAME = new HashMap<>();

    private Background() {}

    /** Receives what was collected. */
    interface Sink {
        void background(String thread, byte[][] hits);
    }

    /** The owner of what a thread does outside of tests. */
    static Context of(Thread thread) {
        return named(thread.getName());
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

    /** Hands over what was collected since the last time; probes that follow collect anew. */
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
