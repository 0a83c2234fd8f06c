package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every target at every release that can compile it: its comments hold, and nothing else changes. */
class TargetTest {
    private static final int[] RELEASES = {7, 8, 11, 17, 21, 25};

    @TestFactory
    Stream<DynamicContainer> everyTargetDoesWhatItsCommentsSay() throws Exception {
        return Target.all().stream().map(TargetTest::container);
    }

    private static DynamicContainer container(Target target) {
        Stream<DynamicTest> tests = IntStream.of(RELEASES)
                .filter(release -> release >= target.since && Compilation.supports(release))
                .boxed()
                .flatMap(release -> tests(target, release));
        return DynamicContainer.dynamicContainer(target.name, tests);
    }

    private static Stream<DynamicTest> tests(Target target, int release) {
        return Stream.of(Probes.SHARED, Probes.SCOPED, Probes.RICH, Probes.RICH_SCOPED)
                .flatMap(probes -> Stream.of(
                        DynamicTest.dynamicTest(
                                "lines of release " + release + ", " + probes,
                                () -> linesAreAsCommented(target, release, probes)),
                        DynamicTest.dynamicTest(
                                "behaviour of release " + release + ", " + probes,
                                () -> nothingElseChanges(target, release, probes))));
    }

    private static void linesAreAsCommented(Target target, int release, Probes probes) throws Exception {
        Map<String, byte[]> classes = target.classes(release);
        Probed loader = new Probed(classes, probes);
        Run.output(loader, target.name);
        assertEquals(List.of(), Target.differences(target.expectations(release), loader.lines()));
    }

    private static void nothingElseChanges(Target target, int release, Probes probes) throws Exception {
        Map<String, byte[]> classes = target.classes(release);
        Probed original = new Probed(classes, Probes.NONE);
        Probed instrumented = new Probed(classes, probes);
        String output = Run.output(original, target.name);
        assertFalse(output.isEmpty());
        assertEquals(output, Run.output(instrumented, target.name));
        for (String name : classes.keySet()) {
            assertEquals(Portrait.of(original.loadClass(name)), Portrait.of(instrumented.loadClass(name)));
        }
    }

    @Test
    void aWrongCommentIsNoticed() throws Exception {
        Target target = Target.named("Flow");
        Probed loader = new Probed(target.classes(8), Probes.SHARED);
        Run.output(loader, target.name);
        Map<Integer, String> expected = target.expectations(8);
        int covered = expected.entrySet().stream()
                .filter(entry -> entry.getValue().equals("covered"))
                .findFirst()
                .orElseThrow()
                .getKey();
        expected.put(covered, "not covered");
        assertEquals(
                List.of("line " + covered + " is covered but should be not covered"),
                Target.differences(expected, loader.lines()));
    }

    @Test
    void thereAreTargetsForEveryRelease() throws Exception {
        TreeSet<Integer> releases = new TreeSet<>();
        Target.all().forEach(target -> releases.add(target.since));
        assertTrue(releases.containsAll(List.of(7, 8, 11, 17, 21)), releases.toString());
    }
}
