package io.faultline.agent;

import io.faultline.bridge.Core;
import java.lang.instrument.Instrumentation;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the recorded classes whose probes another agent removed. An agent that is listed after ours, or that attaches to
 * the running JVM as tools for mocks do, removes them by reading class files itself instead of changing what it is given.
 */
final class LostProbes {
    /** The name of HotSpot's thread that serves those who attach. */
    private static final String LISTENER = "Attach Listener";

    /** For threads that start meanwhile. */
    private static final int ROOM = 16;

    private static final String REASON = "another agent removed its probes";

    private final Instrumentation instrumentation;
    private final KnownClasses known;
    private final boolean hasOthers;

    /** @param hasOthers whether the JVM was started with other agents */
    LostProbes(Instrumentation instrumentation, KnownClasses known, boolean hasOthers) {
        this.instrumentation = instrumentation;
        this.known = known;
        this.hasOthers = hasOthers;
    }

    /**
     * Records these classes as refused. Cost: where another agent may be, a list of all loaded classes, and the constants
     * of recorded ones.
     */
    void refuse() {
        if (!hasOthers && !mayHaveAttached()) {
            return;
        }
        Set<String> lost = new TreeSet<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (known.has(loaded) && !Core.hasProbes(loaded)) {
                lost.add(loaded.getName());
            }
        }
        for (String name : lost) {
            Core.refuse(name, REASON);
        }
    }

    /** Whether something attached to this JVM: the JVM then has a thread for it. */
    private static boolean mayHaveAttached() {
        try {
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            while (group.getParent() != null) {
                group = group.getParent();
            }
            Thread[] threads = new Thread[group.activeCount() + ROOM];
            int count = group.enumerate(threads);
            for (int i = 0; i < count; i++) {
                if (LISTENER.equals(threads[i].getName())) {
                    return true;
                }
            }
            return false;
        } catch (SecurityException refused) {
            return false;
        }
    }
}
