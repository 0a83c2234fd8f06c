package io.faultline.plugins;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A git repository, from whose root the program names folders. */
public final class Repository {
    private final Path root;

    private Repository(Path root) {
        this.root = root;
    }

    /** That of the nearest folder here or above with a {@code .git}: a folder, or a file in a worktree; null where there is none. */
    public static Repository around(Path start) {
        Path folder = start;
        while (folder != null && !Files.exists(folder.resolve(".git"))) {
            folder = folder.getParent();
        }
        return folder == null ? null : new Repository(folder);
    }

    /** Folders as seen from the root, which itself needs no naming; those that lie elsewhere, as generated sources may, are left out. */
    public List<Path> named(Iterable<Path> folders) {
        List<Path> named = new ArrayList<>();
        for (Path folder : folders) {
            if (folder.startsWith(root) && !folder.equals(root)) {
                named.add(root.relativize(folder));
            }
        }
        return named;
    }
}
