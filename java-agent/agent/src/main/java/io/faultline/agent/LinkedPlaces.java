package io.faultline.agent;

import io.faultline.runtime.Slashes;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries of the class path that lie below the project by their names, and outside of it once links are resolved, as
 * Bazel's {@code bazel-bin} and an output folder that is a link to a faster disk.
 *
 * <p>The JVM resolves the links of a class path, so that the code source of such a class shows no place of the project.
 * Cost: one resolved path for each entry below the project.
 */
final class LinkedPlaces {
    private LinkedPlaces() {}

    /**
     * Returns the resolved paths of these entries.
     *
     * @param project the project's folder under all its names
     */
    static List<String> of(String classPath, String[] project) {
        List<String> found = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            String named = entry.isEmpty() ? "" : Slashes.of(new File(entry).getAbsolutePath());
            if (isBelow(named, project)) {
                String real = Location.real(named);
                if (!isBelow(real, project) && !Location.isCache(real)) {
                    found.add(real);
                }
            }
        }
        return found;
    }

    /** Whether a path lies below the project by its name, without a step out of a folder. */
    private static boolean isBelow(String path, String[] project) {
        for (String root : project) {
            if (path.startsWith(root + '/') && !path.contains("/../")) {
                return true;
            }
        }
        return false;
    }
}
