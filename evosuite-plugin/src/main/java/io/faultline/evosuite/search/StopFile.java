package io.faultline.evosuite.search;

import java.io.File;
import java.util.concurrent.TimeUnit;

/**
 * A file that ends the search when it appears, as a request for the tests found so far.
 *
 * <p>Cost: at most ten disk accesses a second.
 */
final class StopFile {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final File file;
    private long nextLook = System.nanoTime();
    private boolean seen;

    /** Creates a check for a path; null for none. */
    StopFile(String path) {
        file = path == null ? null : new File(path);
    }

    /** Whether a stop was requested. */
    boolean isThere() {
        if (file != null && !seen && System.nanoTime() - nextLook >= 0) {
            nextLook = System.nanoTime() + PAUSE;
            seen = file.exists();
        }
        return seen;
    }
}
