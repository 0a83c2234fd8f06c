package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Which {@code Test} tasks are created, and which are recorded. */
class LazyIT {
    @Test
    void noTestTaskIsMadeBeforeItIsNeeded() {
        Build build = Build.copy("jupiter", "lazy");
        build.gradle("compileJava").succeeds().keepsQuietAbout("made ");
    }

    @Test
    void onlyTheTasksThatAreNamedAreRecorded() throws Exception {
        Build build = Build.copy("jupiter", "some-tasks");
        build.append("build.gradle", "faultline { tasks = ['integ*'] }\n");
        build.gradle("test", "integrationTest", "--continue").fails().keepsQuietAbout("Suspicious");
        assertFalse(Files.exists(build.folder.resolve("build/faultline/test")));
        assertEquals(1, build.recordings("build/faultline/integrationTest").size());
    }

    @Test
    void nothingIsAttachedWhenSwitchedOff() throws Exception {
        Build build = Build.copy("junit4", "off");
        build.append(
                "build.gradle",
                String.join(
                        "\n",
                        "faultline { enabled = providers.gradleProperty('record').present }",
                        "tasks.named('test') { doFirst { println \"agent: ${allJvmArgs.any { it.startsWith('-javaagent') }}\" } }",
                        ""));
        build.gradle("test").fails().says("agent: false").keepsQuietAbout("chance  method");
        assertFalse(Files.exists(build.folder.resolve("build/faultline")));
        build.gradle("test", "-Precord").fails().says("agent: true").says("chance  method");
    }
}
