package io.faultline.evosuite.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * EvoSuite from Maven Central, guided by a metric. Rounds are limited by evaluations, because the machine may be busy.
 */
class GuidedSearchIT {
    private static final String FRACTION = "org.apache.commons.lang3.math.Fraction";
    private static final int SECONDS = 300;

    @TempDir
    Path folder;

    private record Run(Search search, Jvm.Result result) {
        List<String> ours() {
            return result.text()
                    .lines()
                    .filter(line -> line.contains("* [faultline] "))
                    .map(line -> line.replaceAll(".*\\[faultline\\] ", ""))
                    .toList();
        }

        /** Returns the suite without its comment, which contains the date. */
        String tests() {
            return search.suite().lines().filter(line -> !line.startsWith(" *")).collect(Collectors.joining("\n"));
        }

        long kept() {
            return ours().stream().filter(line -> line.contains(", kept;")).count();
        }
    }

    private Run run(String name, String target, Path classes, Path spectrum, String metric, String... more)
            throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        Search search = new Search(own, target, classes);
        List<String> all = new ArrayList<>(List.of(
                "-Dfitness=" + metric, "-Dfitness_spectrum=" + spectrum, "-criterion", "LINE", "-Dassertions=false"));
        all.addAll(List.of(more));
        return new Run(search, search.generate(SECONDS, all.toArray(new String[0])));
    }

    private Run fraction(String name, String metric) throws IOException {
        return run(
                name,
                FRACTION,
                Jvm.jar("commons-lang3"),
                Recorded.FRACTION,
                metric,
                "-Dfitness_round_evals=100",
                "-Dfitness_rounds=2",
                "-Djunit_check=false");
    }

    @Test
    void oneSeedGivesTheSameTestsAndAnotherMetricOthers() throws IOException {
        Run first = fraction("first", "ddu");
        Run again = fraction("again", "ddu");
        Run eap = fraction("eap", "eap");
        Run learned = fraction("learned", "rlfdc");
        Set<String> different = new HashSet<>();
        for (Run run : List.of(first, again, eap, learned)) {
            assertEquals(0, run.result.exit(), run.result.text());
            assertTrue(run.kept() >= 1, run.result.text());
            assertEquals(run.kept(), run.tests().split("@Test", -1).length - 1, run.tests());
            different.add(run.tests());
        }
        assertEquals(first.tests(), again.tests());
        assertEquals(3, different.size(), () -> String.join("\n", different));
        assertTrue(
                learned.search
                        .suite()
                        .contains("led by Faultline's metric rlfdc\n * to explain FractionTest#sumOfMixedNumbers\n"
                                + " * as recorded in fraction; seed 1\n"),
                learned.search.suite());
        Jvm.Result test = eap.search.test();
        assertTrue(test.text().contains("OK ("), () -> test.text() + eap.search.suite());
    }

    @Test
    void whateverCandidatesDoTheSearchEndsAndItsTestsAreWritten() throws IOException {
        Path classes = Search.compile(folder, "rough", 17);
        Path spectrum = Recorded.covering(folder, classes, "rough.Rough", "rough.Calm");
        Run run = run(
                "rough",
                "rough.Rough",
                classes,
                spectrum,
                "eap",
                "-Dfitness_round_evals=50",
                "-Dfitness_rounds=3",
                "-Dtimeout=300",
                "-Dshutdown_timeout=200",
                "-Djunit_check=false");
        assertEquals(0, run.result.exit(), run.result.text());
        assertTrue(run.ours().stream().anyMatch(line -> line.startsWith("3 rounds")), run.result.text());
        assertTrue(run.kept() >= 2, run.result.text());
        assertTrue(run.search.suite().contains("@Test"));
    }

    @Test
    void linesOfClassesBeyondTheTargetCount() throws IOException {
        Path classes = Search.compile(folder, "rough", 11);
        Path spectrum = Recorded.covering(folder, classes, "rough.Calm");
        Run run = run(
                "beyond",
                "rough.Front",
                classes,
                spectrum,
                "tfd",
                "-Dfitness_round_evals=60",
                "-Dfitness_rounds=3",
                "-Djunit_check=false");
        assertTrue(run.kept() >= 2, run.result.text());
        // Lines of no test, lines of every test, and one line or two for each answer: at most six groups.
        assertTrue(
                run.ours().stream().anyMatch(line -> line.contains("round 3: ") && line.matches(".* [4-6] groups")),
                run.result.text());
        assertTrue(run.search.suite().contains(".sign("), run.search.suite());
    }

    @Test
    void populationsBeginWithTheTestsThatSelectedJunitNames() throws IOException {
        Path junit = Jvm.jar("junit");
        Path classes = Search.compile(folder, "seeded", 11, junit);
        Path spectrum = Recorded.covering(folder, classes, "seeded.Lock");
        Path all = Path.of(Jvm.classPath(classes, junit, Jvm.jar("hamcrest-core")));
        Run run = run(
                "seeded",
                "seeded.Lock",
                all,
                spectrum,
                "split",
                "-Dfitness_round_evals=60",
                "-Dfitness_rounds=6",
                "-Djunit_check=false",
                "-Dselected_junit=seeded.LockTest");
        // However short: a test that is a prefix of another one is written too.
        assertEquals(run.kept(), run.tests().split("@Test", -1).length - 1, run.tests() + run.result.text());
        assertTrue(run.search.suite().contains("\"open sesame\""), run.search.suite() + run.result.text());
    }

    @Test
    void whatWasKeptIsThereWhenTheClientIsKilled() throws IOException, InterruptedException {
        // Rounds without end: the client is killed during one, then the master gives up.
        Thread killer = new Thread(() -> killClient(folder.resolve("killed")));
        killer.start();
        Run run = run(
                "killed",
                FRACTION,
                Jvm.jar("commons-lang3"),
                Recorded.FRACTION,
                "eap",
                "-Dfitness_round_evals=60",
                "-Djunit_check=false");
        killer.join();
        assertFalse(run.result.text().contains("rounds, "), run.result.text());
        assertTrue(run.search.suite().contains("@Test"), run.search.suite());
        assertTrue(run.search.suite().contains("led by Faultline's metric eap"), run.search.suite());
    }

    /** Kills the searching JVM, started by EvoSuite's master, as soon as a suite exists. */
    private static void killClient(Path place) {
        Path suite = place.resolve("tests").resolve(FRACTION.replace('.', '/') + "_ESTest.java");
        ProcessHandle self = ProcessHandle.current();
        try {
            for (int i = 0; i < 3000 && Files.notExists(suite); i++) {
                Thread.sleep(100);
            }
        } catch (InterruptedException e) {
            return;
        }
        self.descendants()
                .filter(child -> !child.parent().equals(Optional.of(self)))
                .forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void aSpectrumOfAnotherVersionOfTheClassIsSaidInOneSentence() throws IOException {
        Path spectrum = Recorded.changed(folder, elements -> elements.replaceAll("(?m)\\t([0-9]+)$", "\t9$1"));
        Run run = run("other", FRACTION, Jvm.jar("commons-lang3"), spectrum, "ddu", "-Djunit_check=false");
        List<String> said = run.ours().stream()
                .filter(line -> line.startsWith("no tests are generated"))
                .toList();
        assertEquals(1, said.size(), run.result.text());
        assertTrue(
                said.get(0).contains(FRACTION + " is not the class that was recorded: it has no line 9"), said.get(0));
    }

    @Test
    void aClassWithoutASuspiciousLineIsSaidInOneSentence() throws IOException {
        Path classes = Search.compile(folder, "shop", 17);
        Run run = run("stranger", "shop.Money", classes, Recorded.FRACTION, "ddu", "-Djunit_check=false");
        assertTrue(
                run.result.text().contains("no line that FractionTest#sumOfMixedNumbers covers is in a class"),
                run.result.text());
        assertFalse(run.result.text().contains("round 1"), run.result.text());
    }

    @Test
    void whatCannotBeSearchedForIsRefusedBeforeAnythingStarts() throws IOException {
        Path corrupt = Files.writeString(folder.resolve("corrupt.flt"), "no recording");
        refused("is not a spectrum; record one", folder.resolve("missing.flt"), "ddu");
        refused("is not a Faultline recording", corrupt, "ddu");
        refused("no metric is called 'dduu'; did you mean ddu?", Recorded.FRACTION, "dduu");
        refused("it takes no parameters", Recorded.FRACTION, "ddu:model=x");
        refused("nowhere/missing.flt is not a spectrum", Path.of("nowhere/missing.flt"), "ddu");
        refused("did not fail", Recorded.FRACTION, "ddu", "-Dfitness_failing=FractionTest#halfIsHalf");
    }

    private void refused(String sentence, Path spectrum, String metric, String... more) throws IOException {
        Run run = run("refused", FRACTION, Jvm.jar("commons-lang3"), spectrum, metric, more);
        assertEquals(1, run.result.ours().size(), run.result.text());
        assertTrue(run.result.ours().get(0).contains(sentence), run.result.text());
        assertFalse(run.result.text().contains("Starting Client"), run.result.text());
        assertEquals(1, run.result.exit());
    }
}
