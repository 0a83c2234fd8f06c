package io.faultline.amplify.grow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Locates sources: below source roots by package, or in individual files. */
final class SourceRoots {
    private final List<Path> roots;
    private final List<Path> files;

    SourceRoots(List<Path> roots, List<Path> files) {
        this.roots = roots;
        this.files = files;
    }

    /** The source file of an outermost class; null if there is none. */
    Path of(String outermost) {
        String path = outermost.replace('.', '/') + ".java";
        for (Path file : files) {
            if (file.toString().replace('\\', '/').endsWith("/" + path) && Files.isRegularFile(file)) {
                return file;
            }
        }
        for (Path root : roots) {
            Path file = root.resolve(path);
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        return null;
    }
}
