package io.faultline.evosuite.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MOSA of EvoSuite 1.0.6 with our selection of goals and our kept tests. */
class BranchSearchIT {
    private static final String OURS = "* [faultline] ";
    private static final Pattern OPENED = Pattern.compile("covered (.+), now searching (.+)");
    private static final Pattern LINE = Pattern.compile("sum:(\\d+) .*");

    /** The lines of {@code Nest} whose branches hang on another line's, and that line. */
    private static final Map<String, String> ON = Map.of("10", "6", "11", "10", "12", "11", "19", "6", "23", "19");

    @TempDir
    Path folder;

    private Jvm.Result run(String... more) {
        Search search = new Search(folder, "nested.Nest", Search.compile(folder, "nested", 8));
        List<String> arguments = new java.util.ArrayList<>(List.of(
                "-generateMOSuite",
                "-Dalgorithm=MOSA",
                "-Dassertions=false",
                "-Dminimize=false",
                "-Dstop_zero=false",
                "-Ddynamic_targets=1",
                "-Dtests_per_target=3"));
        arguments.addAll(List.of(more));
        Jvm.Result run = search.generate(3000, arguments.toArray(new String[0]));
        assertEquals(0, run.exit(), run.text());
        return run;
    }

    private static List<String> ours(Jvm.Result run) {
        return run.text()
                .lines()
                .filter(line -> line.startsWith(OURS))
                .map(line -> line.substring(OURS.length()))
                .toList();
    }

    private int tests() {
        return new Search(folder, "nested.Nest", folder).suite().split("@Test", -1).length - 1;
    }

    @Test
    void aBranchIsSearchedForOnceWhatItHangsOnIsCoveredAndSeveralTestsOfEachAreWritten() {
        Jvm.Result run = run("-criterion", "BRANCH");
        List<String> said = ours(run);
        assertTrue(said.get(0).startsWith("searching 4 of 18 branches at first: "), run.text());
        Set<String> first = Set.of(said.get(0).split(": ", 2)[1].split(", "));
        assertEquals(Set.of("nothing", "<init>", "sum:6 true", "sum:6 false"), first);
        Set<String> searched = new HashSet<>(first);
        for (String sentence : said) {
            Matcher opened = OPENED.matcher(sentence);
            if (opened.matches()) {
                for (String goal : opened.group(2).split(", ")) {
                    assertTrue(searched.add(goal), () -> goal + " twice: " + run.text());
                    assertEquals(ON.get(line(goal)), line(opened.group(1)), sentence);
                }
            }
        }
        assertTrue(searched.size() > first.size(), run.text());
        Matcher kept = Pattern.compile(
                        "kept (\\S+) tests for each of (\\d+) covered goals, 3 wanted; (\\d+) tests, (\\d+) of them EvoSuite's")
                .matcher(said.get(said.size() - 1));
        assertTrue(kept.matches(), run.text());
        assertTrue(Double.parseDouble(kept.group(1)) > 1.5, kept.group());
        assertTrue(Integer.parseInt(kept.group(4)) < Integer.parseInt(kept.group(3)), kept.group());
        assertTrue(tests() > Integer.parseInt(kept.group(4)), () -> tests() + " tests: " + run.text());
    }

    private static String line(String goal) {
        Matcher line = LINE.matcher(goal);
        assertTrue(line.matches(), goal);
        return line.group(1);
    }

    @Test
    void otherGoalsThanBranchesAreSearchedForAtOnceAndKeepSeveralTestsToo() {
        Jvm.Result run = run("-criterion", "LINE");
        List<String> said = ours(run);
        assertEquals(
                "dynamic_targets changes nothing: it selects goals of -criterion BRANCH alone",
                said.get(0),
                run.text());
        assertEquals(2, said.size(), run.text());
        assertTrue(said.get(1).startsWith("kept "), run.text());
        assertFalse(said.get(1).startsWith("kept 0"), run.text());
    }
}
