package io.faultline.evosuite.search;

import java.io.File;
import java.util.concurrent.TimeUnit;

/**
 * A file that ends the search when it appears: how somebody outside asks for the tests found so far.
 *
 * <p>Cost: the disk is asked ten times a second at most.
 */
final class StopFile {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final File file;
    private long nextLook = System.nanoTime();
    private boolean seen;

    /** Null: nobody will ask. */
    StopFile(String path) {
        file = path == null ? null : new File(path);
    }

    /** Has somebody asked? */
    boolean isThere() {
        if (file != null && !seen && System.nanoTime() - nextLook >= 0) {
            nextLook = System.nanoTime() + PAUSE;
            seen = file.exists();
        }
        return seen;
    }
}
