package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The baseline that the plugin keeps, and what it is for. */
class AffectedIT {
    private static final String RECORDINGS = "build/faultline/test";
    private static final String LETTERS = "src/main/java/org/example/Letters.java";
    private static final String AFFECTED = "-Pfaultline.affected=true";

    @Test
    void onlyAffectedTestsRunAndATaskThatLeavesOutAllSucceeds() throws Exception {
        Build build = Build.copy("green", "affected");
        build.append("settings.gradle", "buildCache { local { directory = 'build-cache' } }\n");
        build.gradle("test").succeeds();
        assertTrue(Files.exists(build.folder.resolve(".faultline/baseline.flb")), "a baseline");
        // The baseline is no output of the tests, and outlives `clean`.
        build.gradle("test").succeeds().outcome(":test", "UP-TO-DATE");

        build.replace(LETTERS, "\"aeiou\"", "\"aeiouy\"");
        build.gradle("clean", "test", AFFECTED, "--build-cache").succeeds().outcome(":test", "RUN");
        assertEquals(Set.of("VowelTest::holds passed"), rows(build).keySet());
        build.gradle("test", AFFECTED).succeeds().outcome(":test", "UP-TO-DATE");
        // It was not stored, since another baseline would have left out other tests.
        build.gradle("clean", "test", AFFECTED, "--build-cache").succeeds().outcome(":test", "RUN");
        assertEquals(Map.of(), rows(build));

        build.replace(LETTERS, "public class", "// moved\n\npublic class");
        build.gradle("test", AFFECTED).succeeds().outcome(":test", "RUN");
        build.gradle("test", AFFECTED, "--tests", "*TwoTest").succeeds().outcome(":test", "RUN");
        build.gradle("test").succeeds().outcome(":test", "RUN");
        assertEquals(3, rows(build).size());
    }

    @Test
    void aFailingTestIsComparedWithItsLastPassAndRunAgain() throws Exception {
        Build build = Build.copy("green", "affected-red");
        build.gradle("test").succeeds();
        build.append("build.gradle", "faultline { affected = true; rerunFailed = 2 }\n");
        build.replace(LETTERS, ">= 0", "> 0");
        // A changed build file concerns all tests.
        build.gradle("test")
                .fails()
                .says("Since org.example.VowelTest#holds last passed")
                .says("Letters.vowel");
        assertEquals(3, rows(build).size());
        build.gradle("test").fails().says("Since org.example.VowelTest#holds last passed");
        assertEquals(Set.of("VowelTest::holds failed"), rows(build).keySet());
        build.gradle("faultlineCheck", "--rule=new-failed<=0", "--continue").fails();
        build.replace(LETTERS, "> 0", ">= 0");
        build.gradle("test").succeeds();
        assertEquals(Set.of("VowelTest::holds passed"), rows(build).keySet());

        // It fails by a file that no class path leads to, so it may be flaky and is run again.
        build.replace(
                "src/test/java/org/example/VowelTest.java",
                "vowel('a'));",
                "vowel('a'));\n        org.junit.Assert.assertFalse(new java.io.File(\"broken\").delete());");
        build.gradle("test").succeeds();
        Files.writeString(build.folder.resolve("broken"), "");
        // Nor is it seen that this test is affected.
        build.gradle("test", "--rerun-tasks").succeeds();
        build.append("build.gradle", "faultline { affected = false }\n");
        build.gradle("test")
                .fails()
                .says("org.example.VowelTest#holds passed 2 of 2 times when it was run again alone: it is flaky")
                .says("This is probably not a fault of the code");
    }

    @Test
    void aBaselineFromElsewhereIsJoinedBeforeTheTestsAndProjectsShareThatOfTheRoot() throws Exception {
        Build build = Build.copy("multi", "affected-multi");
        build.replace("core/src/main/java/org/example/Price.java", "cents - 1;", "cents - cents / 10;");
        build.gradle("test").succeeds();
        Files.copy(build.folder.resolve(".faultline/baseline.flb"), build.folder.resolve("main.flb"));
        Build.remove(build.folder.resolve(".faultline"));
        build.replace(
                "app/src/main/java/org/example/Bill.java", "Price.rebate(cents)", "Price.rebate(cents + 0 * cents)");
        build.gradle("test", AFFECTED, "-Pfaultline.baseline=main.flb").succeeds();
        assertEquals(
                Set.of("BillTest::givesRebate passed"),
                build.rows("app/" + RECORDINGS, "core/" + RECORDINGS).keySet());
        build.gradle("test", "-Pfaultline.baseline=none.flb").fails().says("none.flb");
        build.gradle("test", "-Pfaultline.first=slow")
                .fails()
                .says("faultline.first=slow is unknown; the only value is failing");
        build.gradle("test", "-Pfaultline.rerunFailed=x")
                .fails()
                .says("faultline: -Pfaultline.rerunFailed=x is not a positive number");
        build.replace("core/src/main/java/org/example/Price.java", "cents - cents / 10;", "cents - 1;");
        build.gradle("test", AFFECTED, "--continue").fails().says("Since org.example.BillTest#givesRebate last passed");
    }

    @Test
    void theConfigurationCacheAndGradle9AreServed() throws Exception {
        Build build = Build.copy("green", "affected-nine");
        // Gradle has this property since version 9.
        build.append(
                "build.gradle",
                String.join(
                        "\n",
                        "abstract class Nine extends Test {",
                        "    @Input abstract Property<Boolean> getFailOnNoDiscoveredTests()",
                        "}",
                        "tasks.register('nine', Nine) {",
                        "    failOnNoDiscoveredTests = true",
                        "    testClassesDirs = sourceSets.test.output.classesDirs",
                        "    classpath = sourceSets.test.runtimeClasspath",
                        "    doLast { println(\"fails: ${failOnNoDiscoveredTests.get()}\") }",
                        "}",
                        ""));
        build.gradle("nine", "--configuration-cache").succeeds().says("fails: true");
        build.gradle("nine", AFFECTED, "--configuration-cache").succeeds().says("fails: false");
        build.replace(LETTERS, "\"aeiou\"", "\"aeiouy\"");
        build.gradle("nine", AFFECTED, "--configuration-cache")
                .succeeds()
                .says("Reusing configuration cache")
                .says("fails: false");
        assertEquals(
                Set.of("VowelTest::holds passed"),
                build.rows("build/faultline/nine").keySet());
    }

    private static Map<String, String> rows(Build build) {
        return build.rows(RECORDINGS);
    }
}
