package io.faultline.runtime;

import java.lang.ref.WeakReference;

/**
 * The latest reports outside of open tests, so that a report passed through wrappers and adapters does not become
 * several rows.
 *
 * <p>Cost: a scan of 32 entries, on rare events only. Threads: guarded by the session's lock.
 */
final class Reported {
    private static final int REMEMBERED = 32;

    private final Framework[] frameworks = new Framework[REMEMBERED];
    private final Object[] keys = new Object[REMEMBERED];
    private final WeakReference<?>[] thrown = new WeakReference<?>[REMEMBERED];
    private int next;

    /** Whether this was reported before; remembers it otherwise. */
    boolean before(Framework framework, Object key, Throwable exception) {
        for (int i = 0; i < REMEMBERED; i++) {
            if (frameworks[i] != null && matches(i, framework, key, exception)) {
                return true;
            }
        }
        frameworks[next] = framework;
        // Strings are kept strongly; other keys could keep a class loader alive.
        keys[next] = key instanceof String ? key : new WeakReference<Object>(key);
        thrown[next] = exception == null ? null : new WeakReference<Throwable>(exception);
        next = (next + 1) % REMEMBERED;
        return false;
    }

    private boolean matches(int i, Framework framework, Object key, Throwable exception) {
        Object thrownBefore = thrown[i] == null ? null : thrown[i].get();
        if (thrownBefore != exception) {
            return false;
        }
        if (framework == frameworks[i]) {
            Object known = keys[i] instanceof WeakReference ? ((WeakReference<?>) keys[i]).get() : keys[i];
            return OpenTest.same(known, key);
        }
        return exception != null;
    }
}
