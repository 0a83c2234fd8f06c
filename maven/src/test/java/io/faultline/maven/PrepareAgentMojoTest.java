package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.plugins.AgentOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrepareAgentMojoTest {
    private static AgentOption option() {
        return new AgentOption(Path.of("/c/faultline-agent.jar"), Path.of("/d"), Path.of("/p"));
    }

    @Test
    void whatAGoalExcludesIsNotIncluded() {
        PrepareAgentMojo goal = new PrepareAgentMojo();
        goal.exclude = List.of("org.x.gen.*", "org.y.A");
        String agent = "-javaagent:/c/faultline-agent.jar=dir=/d,root=/p";
        assertEquals(
                agent + ",exclude=org.x.gen.%2A:org.y.A", goal.scoped(option()).toString());
        goal.include = List.of("org.x.*");
        assertEquals(
                agent + ",include=org.x.%2A,exclude=org.x.gen.%2A:org.y.A",
                goal.scoped(option()).toString());
    }
}
