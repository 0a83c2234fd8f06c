package io.faultline.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * The platform's Vintage engine, which runs JUnit 3 and 4 tests: their own reports come first, then the
 * platform's, under its unique ids.
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

    /** A container of the platform (an engine, a class) starts. */
    void started(TestName name) {
        if (name.id.endsWith(ENGINE)) {
            running = true;
        } else if (running && name.className != null && name.method == null) {
            classes.put(name.className, name);
        }
    }

    /** A container of the platform ended. */
    void finished(TestName name) {
        if (name.id.endsWith(ENGINE)) {
            running = false;
            classes.clear();
        }
    }

    /** The platform's name of the class that a framework reports something outside any test for, where the engine runs it. */
    TestName nameOutsideTests(Framework framework, TestName name) {
        TestName wrapped = framework == Framework.PLATFORM ? null : classes.get(name.className);
        return wrapped == null ? name : wrapped;
    }
}
