package io.faultline.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The plugin's cache folder: {@code $XDG_CACHE_HOME/faultline}, else {@code ~/.cache/faultline}.
 *
 * <p>The agent's path becomes part of {@code argLine}, and the JVM ends the path at the first equals sign. A folder
 * with such characters, or one that is not writable, is replaced by a private folder below the temporary folder, which
 * is deleted when this JVM ends.
 */
final class Caches {
    /** Windows paths have a drive, and short folder names with a tilde. */
    private static final Pattern PLAIN = Pattern.compile("/[A-Za-z0-9._/+@-]*|[A-Za-z]:\\\\[A-Za-z0-9._\\\\+@~-]*");

    private static Path temporary;

    private Caches() {}

    /** The folder for this build; {@code named} if the build sets one. Errors: none is writable. */
    static Path folder(Path named, Map<String, String> environment, String home) throws IOException {
        Path wanted = named != null ? named : usual(environment, home);
        if (isUsable(wanted)) {
            return wanted;
        }
        if (named != null) {
            throw new IOException("faultline.cache names " + named
                    + ", which cannot be written or has other characters than letters, digits and ._/+@- in its path");
        }
        return temporary();
    }

    private static Path usual(Map<String, String> environment, String home) {
        String caches = environment.get("XDG_CACHE_HOME");
        Path parent = caches != null && caches.startsWith("/") ? Paths.get(caches) : Paths.get(home, ".cache");
        return parent.resolve("faultline");
    }

    /** Whether nothing between here and the JVM interprets a part of the agent's path. */
    static boolean isPlain(String path) {
        return PLAIN.matcher(path).matches();
    }

    private static boolean isUsable(Path folder) {
        try {
            return isPlain(folder.toString()) && Files.isWritable(Files.createDirectories(folder));
        } catch (IOException e) {
            return false;
        }
    }

    private static synchronized Path temporary() throws IOException {
        if (temporary == null) {
            temporary = Files.createTempDirectory("faultline-").toAbsolutePath();
            if (!isUsable(temporary)) {
                throw new IOException("no folder for the agent: the paths of the home and of the temporary folder have "
                        + "characters that the JVM splits at; set -Dfaultline.cache=/a/plain/path");
            }
            Path folder = temporary;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(folder)));
        }
        return temporary;
    }
}
