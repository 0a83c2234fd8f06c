package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    private static final String MAGIC = "\u0089FLT\r\n\u001a\n";

    @TempDir
    Path folder;

    private Recordings module(String name, String... files) throws Exception {
        Path data = Files.createDirectories(folder.resolve(name).resolve(".faultline"));
        for (String file : files) {
            Files.writeString(
                    data.resolve(file), file.endsWith(".flt") ? MAGIC + name : name, StandardCharsets.ISO_8859_1);
        }
        return new Recordings(data);
    }

    @Test
    void clearingTakesRecordingsAndNothingElse() throws Exception {
        Recordings recordings = module("a", "2.flt", "1.flt", "notes.txt");
        assertEquals(
                List.of(
                        recordings.folder().resolve("1.flt"),
                        recordings.folder().resolve("2.flt")),
                recordings.files());
        recordings.clear();
        assertTrue(recordings.isEmpty());
        assertTrue(Files.exists(recordings.folder().resolve("notes.txt")));
    }

    @Test
    void aFolderThatIsMissingIsEmpty() throws Exception {
        Recordings missing = new Recordings(folder.resolve("none"));
        assertTrue(missing.isEmpty());
        missing.clear();
    }

    @Test
    void takingKeepsTheModulesOwnFilesAndIgnoresTheNewFolderInGit() throws Exception {
        Recordings all = new Recordings(folder.resolve(".faultline"));
        all.take(module("a", "1.flt"));
        all.take(module("b", "2.flt"));
        all.take(module("b", "2.flt"));
        assertEquals(2, all.files().size());
        assertEquals(MAGIC + "b", content(all.folder().resolve("2.flt")));
        assertEquals("*\n", Files.readString(all.folder().resolve(".gitignore")));

        all.clear();
        assertEquals(MAGIC + "a", content(folder.resolve("a/.faultline/1.flt")));
    }

    @Test
    void filesThatOnlyLookLikeRecordingsStay() throws Exception {
        Recordings all = module("a", "1.flt");
        Path mine = Files.writeString(all.folder().resolve("filter.flt"), "mine");
        Path link = Files.createSymbolicLink(all.folder().resolve("link.flt"), mine);
        all.clear();
        assertEquals(List.of(mine, link), all.files());
        Path two = Files.writeString(all.folder().resolve("2.flt"), "mine");
        IOException refused = assertThrows(IOException.class, () -> all.take(module("b", "2.flt")));
        assertTrue(refused.getMessage().contains("2.flt exists already and is not a recording"), refused.getMessage());
        assertEquals("mine", Files.readString(two));
    }

    private static String content(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    @Test
    void theCommonFolderHoldsAllOfThem() {
        assertEquals(
                Path.of("/p"), Folders.common(List.of(new File("/p/parent"), new File("/p/a/x"), new File("/p/ab"))));
        assertEquals(Path.of("/p/a"), Folders.common(List.of(new File("/p/a"))));
        assertEquals(Path.of("/"), Folders.common(List.of(new File("/a"), new File("/b"))));
    }
}
