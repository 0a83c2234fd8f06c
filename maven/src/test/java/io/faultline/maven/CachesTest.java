package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachesTest {
    @TempDir
    Path folder;

    @Test
    void theUsersCacheIsUsedWhereTheSystemSaysItIs() throws Exception {
        Map<String, String> environment =
                Map.of("XDG_CACHE_HOME", folder.resolve("xdg").toString());
        assertEquals(folder.resolve("xdg/faultline"), Caches.folder(null, environment, folder.toString()));
        assertEquals(folder.resolve(".cache/faultline"), Caches.folder(null, Map.of(), folder.toString()));
    }

    @Test
    void aHomeWithABlankInItsPathIsReplacedByAPrivateFolder() throws Exception {
        Path odd = folder.resolve("jo doe");
        Path used = Caches.folder(null, Map.of(), odd.toString());
        assertFalse(used.startsWith(odd));
        assertTrue(Files.isWritable(used));
        assertFalse(Files.exists(odd), "a folder that is not used was made");
    }

    @Test
    void pathsOfWindowsArePlainUnlessTheyHaveBlanks() {
        assertTrue(Caches.isPlain("C:\\Users\\jo\\.cache\\faultline"));
        assertTrue(Caches.isPlain("C:\\Users\\JODOE~1\\AppData\\Local\\Temp\\faultline-1"));
        assertFalse(Caches.isPlain("C:\\Users\\jo doe\\.cache\\faultline"));
        assertFalse(Caches.isPlain("/home/jo\\doe"), "a folder of Linux with such a letter");
    }

    @Test
    void aFolderThatTheBuildNamesIsUsedOrRefusedButNeverReplaced() throws Exception {
        Path named = folder.resolve("named");
        assertEquals(named, Caches.folder(named, Map.of(), "/nowhere"));
        Exception e = assertThrows(IOException.class, () -> Caches.folder(folder.resolve("a=b"), Map.of(), "/nowhere"));
        assertTrue(e.getMessage().startsWith("faultline.cache names"), e.getMessage());
    }
}
