package io.faultline.maven;

import io.faultline.plugins.OurFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder of recordings, {@code .faultline} by default: one file per JVM that ran tests. */
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

    /** The files ordered by name; empty if the folder is missing. */
    List<Path> files() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Collections.emptyList();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(file -> file.toString().endsWith(EXTENSION))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    boolean isEmpty() throws IOException {
        return files().isEmpty();
    }

    /** Removes the recordings of earlier builds; other files are kept, whatever their names. */
    void clear() throws IOException {
        for (Path file : files()) {
            if (OurFiles.isRecording(file)) {
                Files.delete(file);
            }
        }
    }

    /** Adds the files of another folder, without copying their bytes if the file system allows it. */
    void take(Recordings other) throws IOException {
        create();
        for (Path file : other.files()) {
            Path here = folder.resolve(file.getFileName());
            makeRoom(here);
            try {
                Files.createLink(here, file);
            } catch (IOException | UnsupportedOperationException e) {
                Files.copy(file, here, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Removes an earlier recording of that name. Errors: another file is there. */
    private static void makeRoom(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!OurFiles.isRecording(file)) {
            throw new IOException(file + " exists already and is not a recording; remove it or move it elsewhere");
        }
        Files.delete(file);
    }

    /** Creates the folder; a new one gets a {@code .gitignore}, because each build recreates its content. */
    void create() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            Files.write(folder.resolve(IGNORE), Collections.singletonList("*"));
        }
    }
}
