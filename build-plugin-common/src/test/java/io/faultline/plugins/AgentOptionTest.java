package io.faultline.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentOptionTest {
    private static AgentOption option(String dataFolder) {
        return new AgentOption(Path.of("/c/faultline-agent.jar"), Path.of(dataFolder), Path.of("/p"));
    }

    @Test
    void foldersAreNamedAndPatternsThatAreNotSetAreLeftOut() {
        assertEquals(
                "-javaagent:/c/faultline-agent.jar=dir=/p/.faultline,root=/p",
                option("/p/.faultline")
                        .patterns("include", null)
                        .patterns("exclude", List.of())
                        .toString());
    }

    @Test
    void nothingIsLeftThatAShellOrTheJvmSplitsAt() {
        assertEquals(
                "-javaagent:/c/faultline-agent.jar=dir=/p%20%2C%3D/%24%22,root=/p,include=org.%C3%A9",
                // Not in the folder: in a POSIX locale, Java paths cannot contain such a letter.
                option("/p ,=/$\"").patterns("include", List.of("org.é")).toString());
    }

    @Test
    void oneWordPutsLikelyFailuresFirst() {
        assertEquals(
                "-javaagent:/c/faultline-agent.jar=dir=/d,root=/p,baseline=/k/b.flb,order=/k/b.flb",
                option("/d")
                        .affectedBy(Path.of("/k/b.flb"))
                        .failingFirst(Path.of("/k/b.flb"))
                        .toString());
        assertFalse(AgentOption.isFailingFirst(null));
        assertTrue(AgentOption.isFailingFirst("failing"));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> AgentOption.isFailingFirst("slow"));
        assertEquals(
                "faultline.first=slow is unknown; the only value is failing (run likely failures first)",
                refused.getMessage());
    }

    @Test
    void patternsOfSeveralValuesAreJoined() {
        assertEquals(
                "-javaagent:/c/faultline-agent.jar=dir=/d,root=/p,include=org.x.%2A:org.y.A%24B:org.z",
                option("/d")
                        .patterns("include", List.of("org.x.*, org.y.A$B", "org.z"))
                        .toString());
    }

    @Test
    void foldersArePercentEncodedInUtf8() {
        assertEquals(
                "-javaagent:/c/faultline-agent.jar=dir=/home/jo%20doe,root=/p,include=org.y.A%24B%3F,exclude=org.x.gen.%2A",
                option("/home/jo doe")
                        .patterns("include", List.of("org.y.A$B?"))
                        .patterns("exclude", List.of("org.x.gen.*"))
                        .toString());
    }
}
