package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** A build of several projects, with the plugin at its root. */
class ManyProjectsIT {
    @Test
    void theRootRanksWhatAllProjectsRecorded() {
        Build build = Build.copy("multi", "multi");
        build.gradle("test", "--continue")
                .fails()
                .outcome(":app:test", "FAILED")
                .outcome(":core:test", "RUN")
                .outcome(":faultlineRank", "RUN")
                .says("2 tests: 1 passed, 1 failed")
                .says("return cents - 1; // the fault")
                .outcome(":app:faultlineRank", null);

        Ran ran = build.gradle("faultlineRank", "faultlineSuite")
                .succeeds()
                .outcome(":app:faultlineRank", "SKIPPED")
                .outcome(":core:faultlineSuite", "SKIPPED");
        assertEquals(3, ran.output.split("2 tests: 1 passed, 1 failed", -1).length, ran.output);

        build.gradle(":core:faultlineRank").succeeds().says("no recorded test failed");
    }

    @Test
    void localizingAtTheRootRunsTheTestsOfAllProjects() {
        Build build = Build.copy("multi", "multi-localize");
        build.gradle("faultlineLocalize", "--configuration-cache")
                .succeeds()
                .says("2 tests: 1 passed, 1 failed")
                .says("return cents - 1; // the fault");
    }
}
