package io.faultline.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramHashesTest {
    /** The hash of "abc", from FIPS 180-4. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path folder;

    private void verify(Path program) throws Exception {
        try (URLClassLoader jar = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            ProgramHashes.verify(jar, Platform.LINUX_X86_64, program.toFile());
        }
    }

    private void released(String hashes) throws IOException {
        Path file = folder.resolve(ProgramHashes.RESOURCE);
        Files.createDirectories(file.getParent());
        Files.write(file, hashes.getBytes());
    }

    private Path program(String content) throws IOException {
        return Files.write(folder.resolve("program"), content.getBytes());
    }

    @Test
    void theProgramThatWasReleasedRuns() throws Exception {
        released("macos-aarch64=00\nlinux-x86_64=" + ABC + "\n");
        verify(program("abc"));
    }

    @Test
    void anotherProgramUnderItsNameDoesNotRun() throws Exception {
        released("linux-x86_64=" + ABC + "\n");
        Path program = program("");
        Exception e = assertThrows(IOException.class, () -> verify(program));
        assertEquals(
                program + " is not run: it is not the program that was released with this plugin, for its SHA-256 is"
                        + " e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 and not " + ABC
                        + "; delete it, and ask who keeps the repository that it came from",
                e.getMessage());
    }

    @Test
    void aPlatformThatNothingWasReleasedForHasNoProgram() throws Exception {
        released("macos-aarch64=" + ABC + "\n");
        Path program = program("abc");
        Exception e = assertThrows(IOException.class, () -> verify(program));
        assertEquals(
                program
                        + " is not run: no program for linux-x86_64 was released with this plugin; build Faultline for it",
                e.getMessage());
    }

    @Test
    void aPluginThatWasNotReleasedKnowsNoHash() throws Exception {
        verify(program("anything"));
    }
}
