package io.faultline.agent;

import io.faultline.bridge.Core;
import java.lang.instrument.Instrumentation;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the recorded classes whose probes another agent removed. An agent that is listed after ours removes them by
 * reading class files itself instead of changing what it is given.
 */
final class LostProbes {
    private static final String REASON = "another agent removed its probes";

    private final Instrumentation instrumentation;
    private final KnownClasses known;

    LostProbes(Instrumentation instrumentation, KnownClasses known) {
        this.instrumentation = instrumentation;
        this.known = known;
    }

    /** Records these classes as refused. Cost: a list of all loaded classes, and the constants of recorded ones. */
    void refuse() {
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
}
