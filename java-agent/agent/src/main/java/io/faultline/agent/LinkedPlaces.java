package io.faultline.agent;

import io.faultline.runtime.Slashes;
import java.io.File;
import java.util.HashMap;
import java.util.Map;

/**
 * Entries of the class path that lie below the project by their names, and outside of it once links are resolved, as
 * Bazel's {@code bazel-bin} and an output folder that is a link to a faster disk.
 *
 * <p>The JVM resolves the links of a class path, so that the code source of such a class shows no place of the project.
 * Here it gets the name below the project again, by which all rules about places apply to it. Cost: one resolved path for
 * each entry below the project.
 */
final class LinkedPlaces {
    static final LinkedPlaces NONE = new LinkedPlaces("", new String[0]);

    /** The entries' names by their resolved paths. */
    private final Map<String, String> names = new HashMap<>();

    /** @param project the project's folder under all its names */
    LinkedPlaces(String classPath, String[] project) {
        for (String entry : classPath.split(File.pathSeparator)) {
            String named = entry.isEmpty() ? "" : Slashes.of(new File(entry).getAbsolutePath());
            if (isBelow(named, project)) {
                String real = Location.real(named);
                if (!isBelow(real, project) && !isLibrary(named, real)) {
                    names.put(real, named);
                }
            }
        }
    }

    /** Returns the name of a place, as an entry of the class path or in one; the path itself where it is none. */
    String named(String path) {
        for (Map.Entry<String, String> entry : names.entrySet()) {
            String real = entry.getKey();
            if (path.startsWith(real) && (path.length() == real.length() || path.startsWith("!/", real.length()))) {
                return entry.getValue() + path.substring(real.length());
            }
        }
        return path;
    }

    /** Whether an entry is a library by where it really lies, or one that Bazel fetched. */
    private static boolean isLibrary(String named, String real) {
        return Location.isCache(real)
                || real.endsWith(".jar") && Location.isRepository(real)
                || named.contains("/external/");
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
