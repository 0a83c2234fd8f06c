package io.faultline.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * Tracks the platform's Vintage engine, which runs JUnit 3 and 4 tests. Their own reports come first, then those of
 * the platform, with its unique ids.
 *
 * <p>Threads: guarded by the session's lock.
 */
final class Vintage {
    private static final String ENGINE = "[engine:junit-vintage]";

    /** The classes that the engine runs, by their names. */
    private final Map<String, TestName> classes = new HashMap<>();

    private boolean running;

    boolean isRunning() {
        return running;
    }

    /** Handles the start of a container of the platform (an engine, a class). */
    void started(TestName name) {
        if (name.id.endsWith(ENGINE)) {
            running = true;
        } else if (running && name.className != null && name.method == null) {
            classes.put(name.className, name);
        }
    }

    /** Handles the end of a container of the platform. */
    void finished(TestName name) {
        if (name.id.endsWith(ENGINE)) {
            running = false;
            classes.clear();
        }
    }

    /** Returns the platform's name for a failure outside of tests if the engine runs its class, otherwise the given name. */
    TestName nameOutsideTests(Framework framework, TestName name) {
        TestName wrapped = framework == Framework.PLATFORM ? null : classes.get(name.className);
        return wrapped == null ? name : wrapped;
    }
}
