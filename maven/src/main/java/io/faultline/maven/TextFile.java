package io.faultline.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files of text that a build writes. */
final class TextFile {
    private TextFile() {}

    /** Writes lines in UTF-8; the folder is made if it is not there. */
    static void write(Path file, List<String> lines) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, lines, StandardCharsets.UTF_8);
    }
}
