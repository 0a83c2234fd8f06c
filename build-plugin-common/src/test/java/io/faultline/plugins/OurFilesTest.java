package io.faultline.plugins;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OurFilesTest {
    @TempDir
    Path folder;

    private Path file(String name, String latin1) throws IOException {
        return Files.write(folder.resolve(name), latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void aRecordingIsKnownByItsFirstBytes() throws IOException {
        assertTrue(OurFiles.isRecording(file("a.flt", "\u0089FLT\r\n\u001a\nmore")));
        assertTrue(OurFiles.isRecording(file("12-0123456789abcdef.flt", "")));
        assertFalse(OurFiles.isRecording(file("empty.flt", "")));
        assertFalse(OurFiles.isRecording(file("filter.flt", "CREATE 10 low pass")));
        assertFalse(OurFiles.isRecording(folder.resolve("none.flt")));
        assertFalse(OurFiles.isRecording(folder));
        Path link = Files.createSymbolicLink(folder.resolve("link.flt"), folder.resolve("a.flt"));
        assertFalse(OurFiles.isRecording(link));
    }

    @Test
    void jsonOfOursBeginsWithItsVersion() throws IOException {
        assertTrue(OurFiles.isJson(file("rank.json", "{\n  \"version\": 1,\n  \"ranking\": \"Ochiai\"")));
        assertTrue(OurFiles.isJson(file("flat.json", "{\"version\":1,\"kept\":true}")));
        assertFalse(OurFiles.isJson(file("package.json", "{\"version\": \"1.0.0\", \"name\": \"mine\"}")));
        assertFalse(OurFiles.isJson(file("mine.json", "{\"name\": \"mine\"}")));
        assertFalse(OurFiles.isJson(file("empty.json", "")));
    }
}
