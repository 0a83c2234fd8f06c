package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
    @Test
    void aFolderIsReachedThroughTheJarThatNamesIt(@TempDir Path folder) throws Exception {
        // With the locale C, this JVM cannot name such a folder.
        String umlaut = Charset.forName(System.getProperty("sun.jnu.encoding"))
                        .newEncoder()
                        .canEncode('ü')
                ? "ü"
                : "u";
        Path odd = Files.createDirectories(folder.resolve("with blank & " + umlaut + "mlaut"));
        Files.writeString(odd.resolve("found.txt"), "yes");
        File jar = ClassPath.pathing(odd.toFile());
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toURI().toURL()}, null)) {
            URL found = loader.getResource("found.txt");
            assertNotNull(found);
            assertEquals("yes", Files.readString(Path.of(found.toURI())));
        }
    }
}
