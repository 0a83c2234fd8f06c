package io.faultline.maven;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Questions about folders. */
final class Folders {
    private Folders() {}

    /** The deepest folder that holds all of these, absolute; null without any. */
    static Path common(Collection<File> folders) {
        Path common = null;
        for (File folder : folders) {
            Path path = folder.toPath().toAbsolutePath().normalize();
            if (common == null) {
                common = path;
            }
            while (!path.startsWith(common)) {
                common = common.getParent();
            }
        }
        return common;
    }

    /** Those that exist, absolute, each once. */
    static List<Path> existing(Collection<String> folders) {
        return folders.stream()
                .map(folder -> new File(folder).toPath().toAbsolutePath().normalize())
                .filter(Files::isDirectory)
                .distinct()
                .collect(Collectors.toList());
    }

    /** Is there a file with this ending in the folder or below? */
    static boolean holds(Path folder, String ending) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(ending));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /** Deletes a folder of ours with all that is in it, as far as that is possible. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            // What is left lies in the temporary folder.
        }
    }
}
