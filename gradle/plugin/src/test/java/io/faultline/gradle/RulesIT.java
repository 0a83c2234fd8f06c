package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** {@code faultlineCheck}, {@code faultlineSelect} and {@code faultlineBudget} in real builds. */
class RulesIT {
    private static final String RULES = String.join(
            "\n",
            "faultline {",
            "    rules.add 'ddu>=0.99'",
            "    rules.addAll 'class:*.Words:entbug at most 0.01', 'uniqueness>=0.1'",
            "}",
            "");

    @Test
    void aCheckRunsTheTestsAndFailsWithASentencePerBrokenRule() throws Exception {
        Build build = Build.copy("green", "rules");
        build.append("build.gradle", RULES);
        build.gradle("faultlineCheck")
                .fails()
                .outcome(":test", "RUN")
                .outcome(":faultlineCheck", "FAILED")
                .says("faultline: ddu>=0.99 is violated: ddu of the suite is 0.4762")
                .says("faultline: class:*.Words:entbug<=0.01 is violated by 1 of 1 class: org.example.Words (0.")
                .keepsQuietAbout("uniqueness");
        String json = Files.readString(build.folder.resolve("build/reports/faultline/check.json"));
        assertTrue(json.contains("\"kept\": false"), json);
    }

    @Test
    void aCheckPassesWhenTheRulesAreKept() throws Exception {
        Build build = Build.copy("green", "rules-kept");
        build.append("build.gradle", RULES.replace("0.99", "0.4").replace("0.01", "0.5"));
        build.gradle("faultlineCheck").succeeds().says("faultline: all 3 rules hold");
    }

    @Test
    void withoutRecordingsATaskSaysWhatToDo() {
        Build build = Build.copy("junit4", "nothing");
        build.gradle("faultlineSelect")
                .fails()
                .says(
                        "faultline: nothing is recorded; run tests in the same build, as in: gradle test faultlineSelect");
        build.gradle("faultlineSelect", "--top=1", "--metric=ddu", "test", "--continue")
                .fails()
                .says("Chosen by ddu")
                .says("CalcTest#divides");
    }
}
