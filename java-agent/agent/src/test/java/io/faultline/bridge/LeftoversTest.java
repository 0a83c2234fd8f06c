package io.faultline.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deletes libraries that the JVM that unpacked them could not delete. */
class LeftoversTest {
    private static final long HOUR = 60 * 60 * 1000L;

    @TempDir
    Path temporary;

    @Test
    @DisplayName("An old library goes with its folder")
    void old() throws IOException {
        unpacked("faultline-1-0", "faultline.dll");
        assertEquals("", left(HOUR));
    }

    @Test
    @DisplayName("A young one stays: its JVM may be about to load it")
    void young() throws IOException {
        unpacked("faultline-1-0", "faultline.dll");
        assertEquals("faultline-1-0", left(0));
    }

    @Test
    @DisplayName("Folders of other names, and those without a library, are left alone")
    void others() throws IOException {
        unpacked("hsperfdata", "faultline.dll");
        unpacked("faultline-kept", "notes.txt");
        assertEquals("faultline-kept hsperfdata", left(HOUR));
    }

    @Test
    @DisplayName("A folder that is not there is none with leftovers")
    void absent() {
        Leftovers.remove(temporary.resolve("absent").toFile(), "faultline-", "faultline.dll", 0);
        assertEquals("", left(HOUR));
    }

    private void unpacked(String folder, String file) throws IOException {
        Files.write(Files.createDirectory(temporary.resolve(folder)).resolve(file), new byte[1]);
    }

    /** Returns the names of the remaining folders after a delay in ms. */
    private String left(long later) {
        Leftovers.remove(temporary.toFile(), "faultline-", "faultline.dll", System.currentTimeMillis() + later);
        return String.join(" ", new TreeSet<>(Arrays.asList(temporary.toFile().list())));
    }
}
