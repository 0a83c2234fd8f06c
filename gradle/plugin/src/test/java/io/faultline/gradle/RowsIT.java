package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Recording in real Gradle builds, which no other fault localizer supports (GZoltar 74), and when the ranking is
 * printed.
 */
class RowsIT {
    @Test
    void failingJUnit4TestsAreRankedUnaskedWithTheRightRowsAndLines() throws Exception {
        Build build = Build.copy("junit4", "junit4");
        build.gradle("test")
                .fails()
                .outcome(":test", "FAILED")
                .outcome(":faultlineRank", "RUN")
                .says("org.example.CalcTest#dividesByZero")
                .says("> 6              return 1; // the fault");
        assertEquals(
                Map.of("CalcTest::divides passed", "Calc:5 Calc:8", "CalcTest::dividesByZero failed", "Calc:5 Calc:6"),
                build.rows("build/faultline/test"));
        String json = Files.readString(build.folder.resolve("build/reports/faultline/rank.json"));
        assertTrue(json.contains("\"line\": 6"), json);
    }

    /** With an agent beside this option, no JVM of the tests would start. */
    @Test
    void optionsThatNoAgentMayStandBesideAreSetAgainBehindThem() throws Exception {
        Build build = Build.copy("junit4", "archive");
        Files.writeString(
                build.folder.resolve("build.gradle"),
                "tasks.withType(Test) { jvmArgs '-XX:ArchiveClassesAtExit=tests.jsa' }\n",
                StandardOpenOption.APPEND);
        build.gradle("test").fails().says("org.example.CalcTest#dividesByZero");
        assertEquals(2, build.rows("build/faultline/test").size());
        assertFalse(Files.exists(build.folder.resolve("tests.jsa")));
    }

    @Test
    void aRecordedTestIsChosen() {
        Build build = Build.copy("junit4", "select");
        build.gradle("test", "faultlineSelect", "--top=1", "--continue")
                .fails()
                .outcome(":faultlineSelect", "RUN")
                .says("CalcTest#divides");
    }

    @Test
    void jupiterTestsOfAllSortsAreRows() {
        Build build = Build.copy("jupiter", "jupiter");
        build.gradle("test", "faultlineRank", "--level=line", "--ranking=ochiai", "--top=1")
                .fails()
                .says("Suspicious lines by Ochiai, ties rank last (max)")
                .says("return n + n; // the fault")
                .keepsQuietAbout("made integrationTest");
        assertEquals(
                Map.of(
                        "NumbersTest::evenNumbers[1] passed", "Numbers:5 Numbers:8",
                        "NumbersTest::evenNumbers[2] passed", "Numbers:5 Numbers:8",
                        "NumbersTest::noNegativeNumbers passed", "Numbers:5 Numbers:6",
                        "NumbersTest::squares failed", "Numbers:12"),
                build.rows("build/faultline/test"));
    }

    @Test
    void testNgTestsAreRows() {
        Build build = Build.copy("testng", "testng");
        build.gradle("test").fails().says("> 6              return 1; // the fault");
        assertEquals(
                Map.of("CalcTest::divides passed", "Calc:5 Calc:8", "CalcTest::dividesByZero failed", "Calc:5 Calc:6"),
                build.rows("build/faultline/test"));
    }

    @Test
    void aFilterRecordsWhatItLetsThroughAndOldRecordingsGo() {
        Build build = Build.copy("jupiter", "filter");
        build.gradle("test", "integrationTest", "--continue").fails();
        assertEquals(1, build.recordings("build/faultline/test").size());
        assertEquals(
                Map.of("WholeTest::oddNumbers passed", "Numbers:5 Numbers:8"),
                build.rows("build/faultline/integrationTest"));
        build.gradle("test", "--tests", "*noNegativeNumbers").succeeds();
        assertEquals(
                Map.of("NumbersTest::noNegativeNumbers passed", "Numbers:5 Numbers:6"),
                build.rows("build/faultline/test"));
    }

    @Test
    void eachForkWritesItsOwnRecording() throws Exception {
        Build build = Build.copy("green", "forks");
        build.append("build.gradle", "tasks.named('test') { maxParallelForks = 2; forkEvery = 1 }\n");
        build.gradle("test").succeeds();
        assertEquals(3, build.recordings("build/faultline/test").size());
        assertEquals(
                Map.of(
                        "EmptyTest::holds passed", "Words:5 Words:6 Words:7",
                        "TwoTest::holds passed", "Words:5 Words:6 Words:9",
                        "VowelTest::holds passed", "Letters:5"),
                build.rows("build/faultline/test"));
    }

    @Test
    void localizingLetsTestsFailAndDoesNotMakeThemPassLater() {
        Build build = Build.copy("junit4", "localize");
        build.gradle("faultlineLocalize").succeeds().says("> 6              return 1; // the fault");
        build.gradle("faultlineLocalize")
                .succeeds()
                .outcome(":test", "UP-TO-DATE")
                .says("return 1; // the fault");
        build.gradle("test").fails().outcome(":test", "FAILED");
    }

    @Test
    void mutatingLetsTestsFailAndSaysWhichChangeMendsThem() {
        Build build = Build.copy("junit4", "mutate");
        build.gradle("faultlineMutate", "--budget", "60s")
                .succeeds()
                .says("Suspicious lines by")
                .says("the failing test passes");
    }

    @Test
    void amplifyingLetsTestsFailAndGrowsOnesThatPass() {
        Build build = Build.copy("junit4", "amplify");
        build.gradle("faultlineAmplify", "--budget", "60s", "--out", "grown")
                .succeeds()
                .says("Suspicious methods by")
                .says(" labelled: ");
        assertTrue(build.folder
                .resolve("grown/org/example/CalcTestAmplified.java")
                .toFile()
                .isFile());
    }
}
