package io.faultline.evosuite.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The master's checks of our properties, before it starts anything. */
class PropertiesIT {
    @TempDir
    Path folder;

    @Test
    void evosuiteListsOursAmongItsOwn() {
        Jvm.Result list = master("-listParameters");
        for (String line :
                List.of("fitness ", "fitness_spectrum ", "fitness_model ", "fitness_rounds ", "dynamic_targets ")) {
            assertTrue(list.text().lines().anyMatch(row -> row.startsWith(line)), line);
        }
        assertTrue(list.text().lines().anyMatch(row -> row.startsWith("search_budget ")));
    }

    @Test
    void aNumberThatIsNoneEndsItWithOneSentence() {
        refused("fitness_rounds is a whole number from 0 up, not \"many\"", "-Dfitness_rounds=many");
        refused("fitness_round_ms is a whole number from 0 up, not \"-1\"", "-Dfitness_round_ms=-1");
    }

    @Test
    void aPropertyOfAMetricWithoutAMetricEndsItWithOneSentence() {
        refused("-Dfitness_rounds=3 has no meaning without -Dfitness=METRIC", "-Dfitness_rounds=3");
        refused("-Dtests_per_target=3 has no meaning with -Dfitness", "-Dfitness=ddu", "-Dtests_per_target=3");
    }

    @Test
    void aPropertyThatThereIsNotEndsItWithOneSentence() {
        refused(
                "EvoSuite has no property serch_budget, so -Dserch_budget=3 has no meaning; -listParameters shows all that it has",
                "-Dserch_budget=3");
    }

    @Test
    void aClassThatThereIsNotEndsItWithOneSentenceOfOurs() {
        Path classes = Search.compile(folder, "tiny", 17);
        Jvm.Result run = master("-class", "tiny.Sgin", "-projectCP", classes.toString());
        assertEquals(
                List.of(
                        "faultline: there is no class tiny.Sgin on the class path of the project; -projectCP names that, and -class the"
                                + " whole name of a class: org.x.Foo, org.x.Foo$Inner"),
                run.ours());
        assertEquals(1, run.exit(), run.text());
    }

    private void refused(String sentence, String... properties) {
        Jvm.Result run = master(properties);
        assertEquals(
                List.of("faultline: " + sentence),
                run.text().lines().filter(line -> !line.isBlank()).toList());
        assertEquals(1, run.exit());
    }

    private Jvm.Result master(String... arguments) {
        List<String> all = new java.util.ArrayList<>(
                List.of("-jar", Jvm.jar("evosuite-master").toString()));
        all.addAll(List.of(arguments));
        return Jvm.run(folder, all);
    }
}
