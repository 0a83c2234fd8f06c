package io.faultline.evosuite.adapter;

import java.util.Iterator;
import java.util.ServiceLoader;

/** Whether this search selects its goals or keeps several tests of each, and the implementation. */
final class Targeted {
    /** Set when a search begins, and read whenever a goal is covered. */
    private static volatile Targets targets;

    private Targeted() {}

    /** Called when a search begins. */
    static void begin() {
        FitnessSettings settings = FitnessSettings.current();
        if (settings.dynamicTargets || settings.testsPerTarget > 0) {
            Iterator<Targets> found = ServiceLoader.load(Targets.class, Targeted.class.getClassLoader())
                    .iterator();
            Targets first = found.next();
            first.begin(settings);
            targets = first;
        }
    }

    /** Returns the implementation; null if the search is an ordinary one. */
    static Targets targets() {
        return targets;
    }
}
