package io.faultline.bridge;

import java.io.File;

/**
 * Deletes unpacked libraries that other JVMs could not delete: on Windows a mapped file and its folder cannot be
 * deleted.
 *
 * <p>No check for use is needed, because a mapped file still cannot be deleted. Only a JVM that has unpacked but not
 * yet loaded its library could lose it, so recent folders are kept.
 */
final class Leftovers {
    /** Longer than any JVM takes from unpacking to loading. */
    private static final long YOUNG_MS = 10 * 60 * 1000L;

    private Leftovers() {}

    /**
     * Deletes the unused folders with a prefix.
     *
     * @param parent their parent folder
     * @param prefix the prefix of their names
     * @param file the name of the only file in each
     * @param now in ms since 1970
     */
    static void remove(File parent, String prefix, String file, long now) {
        String[] names = parent.list();
        for (String name : names == null ? new String[0] : names) {
            File folder = new File(parent, name);
            File library = new File(folder, file);
            if (name.startsWith(prefix) && now - folder.lastModified() > YOUNG_MS && library.delete()) {
                // A folder with other content is not ours, and is kept because it is not empty.
                folder.delete();
            }
        }
    }
}
