package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CheckMojoTest {
    private static final String PART =
            "\"tests\": 5, \"idle_tests\": 1, \"elements\": 40, \"covered\": 30, \"density\": 0.5, \"diversity\": 0.9,"
                    + " \"uniqueness\": 0.25, \"ddu\": 0.1125, \"entbug\": 0.25, \"tfd\": 10, \"alone\": 3, \"largest\": 7";
    private static final Measures MEASURES = new Measures("{\"version\": 1,"
            + " \"tests\": {\"passed\": 4, \"failed\": 1, \"aborted\": 1, \"skipped\": 2},"
            + " \"suite\": {" + PART + "},"
            + " \"packages\": [{\"name\": \"org.x\", " + PART + "}],"
            + " \"classes\": [{\"name\": \"org.x.A\", " + PART + "},"
            + " {\"name\": \"org.x.B\", " + PART.replace("0.1125", "0.02") + "}]}");

    private final CheckMojo check = new CheckMojo();

    @BeforeEach
    void defaults() {
        check.checkLevel = "suite";
        Plugin plugin = new Plugin();
        plugin.setVersion("7");
        check.execution = new MojoExecution(plugin, "check", "default-cli");
    }

    @Test
    void rulesThatAreKeptSayNothingUpToTheVeryBound() throws Exception {
        check.minTests = 5.0;
        check.maxFailed = 1.0;
        check.maxSkipped = 3.0;
        check.maxIdleTests = 1.0;
        check.minCovered = 0.75;
        check.minDensity = 0.5;
        check.maxDensity = 0.5;
        check.minDiversity = 0.9;
        check.minUniqueness = 0.25;
        check.minDdu = 0.1125;
        check.maxEntBug = 0.25;
        check.maxLargestGroup = 7.0;
        assertEquals(List.of(), check.violations(MEASURES));
    }

    @Test
    void everyViolatedRuleIsOneSentence() throws Exception {
        check.minTests = 6.0;
        check.maxFailed = 0.0;
        check.maxSkipped = 2.0;
        check.maxIdleTests = 0.0;
        check.minCovered = 0.8;
        check.minDensity = 0.6;
        check.maxDensity = 0.4;
        check.minDiversity = 0.95;
        check.minUniqueness = 0.5;
        check.minDdu = 0.2;
        check.maxEntBug = 0.1;
        check.maxLargestGroup = 6.0;
        assertEquals(
                List.of(
                        "the number of tests of the suite is 5, below the minimum 6 (minTests)",
                        "the number of failed tests of the suite is 1, above the maximum 0 (maxFailed)",
                        "the number of skipped tests of the suite is 3, above the maximum 2 (maxSkipped)",
                        "the number of tests that run no line of the suite is 1, above the maximum 0 (maxIdleTests)",
                        "the share of covered lines of the suite is 0.75, below the minimum 0.8 (minCovered)",
                        "the density of the suite is 0.5, below the minimum 0.6 (minDensity)",
                        "the density of the suite is 0.5, above the maximum 0.4 (maxDensity)",
                        "the diversity of the suite is 0.9, below the minimum 0.95 (minDiversity)",
                        "the uniqueness of the suite is 0.25, below the minimum 0.5 (minUniqueness)",
                        "the DDU of the suite is 0.1125, below the minimum 0.2 (minDdu)",
                        "the EntBug of the suite is 0.25, above the maximum 0.1 (maxEntBug)",
                        "the largest ambiguity group of the suite is 7, above the maximum 6 (maxLargestGroup)"),
                check.violations(MEASURES));
    }

    @Test
    void atTheLevelOfClassesTheClassIsNamed() throws Exception {
        check.checkLevel = "class";
        check.minDdu = 0.1;
        assertEquals(
                List.of("the DDU of class org.x.B is 0.02, below the minimum 0.1 (minDdu)"), check.violations(MEASURES));
    }

    @Test
    void aMeasureThatTheReportDoesNotHaveBreaksItsRule() {
        assertEquals(
                "the DDU of the suite is not a number, below the minimum 0.1 (minDdu)",
                new Rule("minDdu", Rule.Bound.MIN, 0.1, "DDU").violation("the suite", Double.NaN));
    }

    @Test
    void aCheckWithoutRulesSaysHowToSetOne() {
        Exception e = assertThrows(MojoExecutionException.class, () -> check.violations(MEASURES));
        assertTrue(e.getMessage().startsWith("check has no rule"), e.getMessage());
        assertTrue(e.getMessage().contains("-Dfaultline.check.minDdu=0.1"), e.getMessage());
    }

    @Test
    void anUnknownLevelIsRefused() {
        check.checkLevel = "module";
        check.minDdu = 0.1;
        Exception e = assertThrows(MojoExecutionException.class, () -> check.violations(MEASURES));
        assertEquals("checkLevel is suite, package or class, not module", e.getMessage());
    }
}
