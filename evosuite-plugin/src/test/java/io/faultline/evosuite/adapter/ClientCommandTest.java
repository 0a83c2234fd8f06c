package io.faultline.evosuite.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClientCommandTest {
    private static final String AGENT = "-javaagent:agent.jar";

    @Test
    void theAgentAndThePropertiesGoBetweenJavaAndWhatFollows() {
        String[] command = {"java", "-cp", "a.jar", "org.evosuite.ClientProcess"};
        assertEquals(
                List.of("java", AGENT, "-Dfitness=ddu", "-cp", "a.jar", "org.evosuite.ClientProcess"),
                ClientCommand.complete(command, AGENT, List.of("-Dfitness=ddu")));
    }

    @Test
    void anAgentThatIsThereIsNotAddedAgain() {
        String[] command = {"java", AGENT, "org.evosuite.ClientProcess"};
        assertEquals(List.of(command), ClientCommand.complete(command, AGENT, List.of()));
    }

    @Test
    void aContinuousJobGetsThePropertiesBehindItsMainClass() {
        List<String> command = List.of("java", "-cp", "a.jar", "org.evosuite.EvoSuite", "-class", "a.B");
        assertEquals(
                List.of("java", AGENT, "-cp", "a.jar", "org.evosuite.EvoSuite", "-class", "a.B", "-Dfitness=ddu"),
                ContinuousJobs.complete(command, AGENT, List.of("-Dfitness=ddu")));
    }

    @Test
    void aContinuousJobKeepsAPropertyThatItHas() {
        List<String> command = List.of("java", AGENT, "org.evosuite.EvoSuite", "-Dfitness=tfd");
        assertEquals(command, ContinuousJobs.complete(command, AGENT, List.of("-Dfitness=ddu")));
    }
}
