package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class OuterRunTest {
    @Test
    void onlyOurAgentInThisJvmCounts() {
        assertFalse(OuterRun.isIn(List.of("-Xmx1g", "-javaagent:/m2/jacocoagent.jar=destfile=/faultline-agent.jar")));
        assertTrue(OuterRun.isIn(List.of("-Xmx1g", "-javaagent:/c/lib/faultline-agent.jar=dir=/d,fork=true")));
    }
}
