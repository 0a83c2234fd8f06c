package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class AgentTest {
    @Test
    void jvmsThatComeFromOpenJdkAreKnownByTheirNames() {
        assertNull(Agent.problemOf("OpenJDK 64-Bit Server VM"));
        assertNull(Agent.problemOf("Java HotSpot(TM) 64-Bit Server VM"));
        assertNull(Agent.problemOf("GraalVM 64-Bit Server VM CE"));
        assertNull(Agent.problemOf(null));
    }

    @Test
    void otherJvmsAreLeftAloneWithOneLine() {
        assertEquals("the agent was never tried on this JVM (Eclipse OpenJ9 VM)", Agent.problemOf("Eclipse OpenJ9 VM"));
    }

    @Test
    void aModulesFolderIsSeenFromTheProjects() {
        assertEquals("lib", Agent.seenFrom("/home/a/project", "/home/a/project/lib"));
        assertEquals(".", Agent.seenFrom("/home/a/project", "/home/a/project"));
        assertEquals("/home/a/project2", Agent.seenFrom("/home/a/project", "/home/a/project2"));
        assertEquals("/elsewhere", Agent.seenFrom(null, "/elsewhere"));
    }
}
