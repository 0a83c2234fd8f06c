package io.faultline.plugins;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A git repository; the program names folders relative to its root. */
public final class Repository {
    private final Path root;

    private Repository(Path root) {
        this.root = root;
    }

    /**
     * The repository of the nearest folder, here or above, with a {@code .git}, which is a folder, or a file in a
     * worktree. Null if there is none.
     */
    public static Repository around(Path start) {
        Path folder = start;
        while (folder != null && !Files.exists(folder.resolve(".git"))) {
            folder = folder.getParent();
        }
        return folder == null ? null : new Repository(folder);
    }

    /** Folders relative to the root. The root itself and folders elsewhere, such as generated sources, are omitted. */
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
