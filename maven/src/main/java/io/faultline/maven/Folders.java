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

/** Operations on folders. */
final class Folders {
    private Folders() {}

    /** The deepest folder that contains all of these, absolute; null if there are none. */
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

    /** The existing ones among the folders, absolute and distinct. */
    static List<Path> existing(Collection<String> folders) {
        return folders.stream()
                .map(folder -> new File(folder).toPath().toAbsolutePath().normalize())
                .filter(Files::isDirectory)
                .distinct()
                .collect(Collectors.toList());
    }

    /** Whether the folder or a subfolder contains a file with this ending. */
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

    /** Deletes one of the plugin's own folders with its content, as far as possible. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            // Remaining files are in the temporary folder.
        }
    }
}
