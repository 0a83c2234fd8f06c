package io.faultline.bridge;

import java.io.File;

/**
 * Unpacked libraries that their JVMs could not delete: Windows keeps a file that is mapped, and its folder.
 *
 * <p>Whether one is still in use needs no asking, for then it cannot be deleted either. Only a JVM that has unpacked its
 * library and not yet loaded it could lose it, so what is young is left alone.
 */
final class Leftovers {
    /** No JVM takes as long from unpacking to loading. */
    private static final long YOUNG_MS = 10 * 60 * 1000L;

    private Leftovers() {}

    /**
     * Deletes the folders of that kind that are no longer in use.
     *
     * @param parent where they lie
     * @param prefix what their names begin with
     * @param file the name of the only file in each
     * @param now in ms since 1970
     */
    static void remove(File parent, String prefix, String file, long now) {
        String[] names = parent.list();
        for (String name : names == null ? new String[0] : names) {
            File folder = new File(parent, name);
            File library = new File(folder, file);
            if (name.startsWith(prefix) && now - folder.lastModified() > YOUNG_MS && library.delete()) {
                // A folder that holds more was not ours, and is not deleted.
                folder.delete();
            }
        }
    }
}
