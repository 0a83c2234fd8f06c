package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
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
                .says("Price.rebate")
                .outcome(":app:faultlineRank", null);

        Ran ran = build.gradle("faultlineRank", "faultlineSuite")
                .succeeds()
                .outcome(":app:faultlineRank", "SKIPPED")
                .outcome(":core:faultlineSuite", "SKIPPED");
        assertEquals(3, ran.output.split("2 tests: 1 passed, 1 failed", -1).length, ran.output);

        build.gradle(":core:faultlineRank").succeeds().says("no recorded test failed");
    }

    @Test
    void oneReportShowsWhatAllProjectsRecorded() throws Exception {
        Build build = Build.copy("multi", "multi-report");
        build.gradle("faultlineReport").fails().says("nothing is recorded");
        build.gradle("faultlineLocalize", "faultlineReport", "--configuration-cache")
                .succeeds()
                .outcome(":app:faultlineReport", "SKIPPED")
                .says("build/reports/faultline/pages/index.html (");
        Path pages = build.folder.resolve("build/reports/faultline/pages");
        String start = Files.readString(pages.resolve("index.html"));
        assertTrue(start.contains("1 of 2 tests failed") && start.contains("Price"), start);
        assertFalse(start.contains("source not found"), start);
        assertFalse(Files.exists(build.folder.resolve("app/build/reports/faultline/pages")));

        build.gradle(":app:faultlineReport", "--out=pages", "--ranking=ochiai")
                .succeeds()
                .says("pages/index.html (");
        assertTrue(Files.exists(build.folder.resolve("app/pages/index.html")));
        build.gradle(":core:faultlineReport")
                .succeeds()
                .says("no recorded test failed, so nothing is suspicious")
                .says("build/reports/faultline/pages/index.html (");
        build.gradle(":app:faultlineReport", "--ranking=nonsense").fails().says("nonsense");
    }

    @Test
    void localizingAtTheRootRunsTheTestsOfAllProjects() {
        Build build = Build.copy("multi", "multi-localize");
        build.gradle("faultlineLocalize", "--configuration-cache")
                .succeeds()
                .says("2 tests: 1 passed, 1 failed")
                .says("Price.rebate");
    }
}
