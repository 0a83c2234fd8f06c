package io.faultline.gradle;

import org.junit.jupiter.api.Test;

/** {@code faultlineCheck}, {@code faultlineSelect} and {@code faultlineBudget} in real builds. */
class RulesIT {
    private static final String RULES = String.join("\n",
            "faultline {",
            "    rules {",
            "        minimum 'ddu', 0.99",
            "        maximum('entbug', 0.01) { scope = 'class'; includes = ['*.Words'] }",
            "        minimum 'uniqueness', 0.1",
            "    }",
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
                .says("faultline: ddu of the suite is 0.47619, less than the minimum of 0.99")
                .says("faultline: entbug of the class org.example.Words is 0.")
                .says(", more than the maximum of 0.01")
                .keepsQuietAbout("uniqueness of");
    }

    @Test
    void aCheckPassesWhenTheRulesAreKept() throws Exception {
        Build build = Build.copy("green", "rules-kept");
        build.append("build.gradle", RULES.replace("0.99", "0.4").replace("0.01", "0.5"));
        build.gradle("faultlineCheck").succeeds().says("faultline: the tests keep 3 rules");
    }

    @Test
    void withoutRecordingsATaskSaysWhatToDo() {
        Build build = Build.copy("junit4", "nothing");
        build.gradle("faultlineSelect")
                .fails()
                .says("faultline: nothing is recorded; run tests in the same build, as in: gradle test faultlineSelect");
        build.gradle("faultlineSelect", "--top=1", "--metric=ddu", "test", "--continue")
                .fails()
                .says("Chosen by ddu")
                .says("CalcTest#divides");
    }
}
