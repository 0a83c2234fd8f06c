package io.faultline.gradle;

import java.io.File;

/** Finds recordings. */
final class Recordings {
    private Recordings() {}

    /** The recordings in a folder, one per JVM that ran tests; empty if there is no such folder. */
    static File[] in(File folder) {
        File[] files = folder.listFiles((where, name) -> name.endsWith(".flt"));
        return files == null ? new File[0] : files;
    }
}
