package io.faultline.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder of recordings, {@code .faultline} unless told otherwise: a file per JVM that ran tests. */
final class Recordings {
    private static final String EXTENSION = ".flt";
    private static final String IGNORE = ".gitignore";

    private final Path folder;

    Recordings(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    Path folder() {
        return folder;
    }

    /** The files in the order of their names; none where the folder is missing. */
    List<Path> files() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Collections.emptyList();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(file -> file.toString().endsWith(EXTENSION)).sorted().collect(Collectors.toList());
        }
    }

    boolean isEmpty() throws IOException {
        return files().isEmpty();
    }

    /** Removes the files of earlier builds, and nothing else. */
    void clear() throws IOException {
        for (Path file : files()) {
            Files.delete(file);
        }
    }

    /** Takes in the files of another folder, without copying their bytes where the file system can. */
    void take(Recordings other) throws IOException {
        create();
        for (Path file : other.files()) {
            Path here = folder.resolve(file.getFileName());
            Files.deleteIfExists(here);
            try {
                Files.createLink(here, file);
            } catch (IOException | UnsupportedOperationException e) {
                Files.copy(file, here, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Makes the folder; a new one is ignored by git, because what is in it is made by each build. */
    void create() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            Files.write(folder.resolve(IGNORE), Collections.singletonList("*"));
        }
    }
}
