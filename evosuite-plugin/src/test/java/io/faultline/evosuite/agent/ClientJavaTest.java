package io.faultline.evosuite.agent;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientJavaTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "11.0.2", "17", "17.0.15"})
    void aJavaOnWhichEvoSuiteRunsIsFine(String version) throws IOException {
        java(version);
        assertDoesNotThrow(() -> ClientJava.check(home.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"18", "21.0.2", "25-ea"})
    void aLaterOneIsRefusedByName(String version) throws IOException {
        java(version);
        String sentence = assertThrows(Refused.class, () -> ClientJava.check(home.toString()))
                .getMessage();
        assertTrue(sentence.contains("JAVA_HOME names a Java " + version.substring(0, 2)), sentence);
    }

    @Test
    void whatCannotBeTakenForAJavaIsLeftAlone() throws IOException {
        assertDoesNotThrow(() -> ClientJava.check(null));
        assertDoesNotThrow(() -> ClientJava.check(home.toString()));
        java("unknown");
        assertDoesNotThrow(() -> ClientJava.check(home.toString()));
        Files.delete(home.resolve("release"));
        assertDoesNotThrow(() -> ClientJava.check(home.toString()));
    }

    private void java(String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("bin/java"), "");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
    }
}
