package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
                option("/p/.faultline").patterns("include", null).patterns("exclude", List.of()).toString());
    }

    @Test
    void nothingIsLeftThatAShellOrTheJvmSplitsAt() {
        assertEquals(
                "-javaagent:/c/faultline-agent.jar=dir=/p%20%2C%3D/%24%22,root=/p,include=org.%C3%A9",
                // Not in the folder: where the locale is POSIX, Java has no path with such a letter.
                option("/p ,=/$\"").patterns("include", List.of("org.é")).toString());
    }

    @Test
    void patternsOfSeveralValuesAreJoined() {
        assertEquals(
                "-javaagent:/c/faultline-agent.jar=dir=/d,root=/p,include=org.x.%2A:org.y.A%24B:org.z",
                option("/d").patterns("include", List.of("org.x.*, org.y.A$B", "org.z")).toString());
    }

    @Test
    void whatAGoalExcludesIsNotIncluded() {
        PrepareAgentMojo goal = new PrepareAgentMojo();
        goal.exclude = List.of("org.x.gen.*", "org.y.A");
        String agent = "-javaagent:/c/faultline-agent.jar=dir=/d,root=/p";
        assertEquals(agent + ",exclude=org.x.gen.%2A:org.y.A", goal.scoped(option("/d")).toString());
        goal.include = List.of("org.x.*");
        assertEquals(
                agent + ",include=org.x.%2A,exclude=org.x.gen.%2A:org.y.A", goal.scoped(option("/d")).toString());
    }
}
