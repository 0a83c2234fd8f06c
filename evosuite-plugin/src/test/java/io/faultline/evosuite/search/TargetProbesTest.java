package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.faultline.instrument.Compilation;
import io.faultline.instrument.Run;
import io.faultline.instrument.Target;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.evosuite.testcase.execution.ExecutionTracer;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Our probes find the same lines in the recording agent's targets as its own, with and without EvoSuite's changes. */
class TargetProbesTest {
    private static final int[] RELEASES = {7, 8, 11, 17, 21, 25};

    @TestFactory
    Stream<DynamicContainer> everyTargetDoesWhatItsCommentsSay() throws Exception {
        return Target.all().stream().map(TargetProbesTest::container);
    }

    private static DynamicContainer container(Target target) {
        IntStream releases =
                IntStream.of(RELEASES).filter(release -> release >= target.since && Compilation.supports(release));
        return DynamicContainer.dynamicContainer(
                target.name,
                releases.boxed()
                        .flatMap(release -> Stream.of(
                                DynamicTest.dynamicTest(
                                        "release " + release,
                                        () -> linesAreAsCommented(target, release, UnaryOperator.identity())),
                                DynamicTest.dynamicTest(
                                        "release " + release + ", traced",
                                        () -> linesAreAsCommented(target, release, Traced::add)))));
    }

    private static void linesAreAsCommented(Target target, int release, UnaryOperator<byte[]> before) throws Exception {
        Map<String, byte[]> classes = target.classes(release);
        Probed loader = Probed.of(classes, before);
        String output = output(loader, target.name);
        assertFalse(output.isEmpty());
        Map<Integer, Boolean> lines = loader.all(Probed.withInitialisers(Hits.end()));
        assertEquals(List.of(), Target.differences(target.expectations(release), lines));
    }

    /** Runs the program in a separate thread of this thread's group. */
    private static String output(Probed loader, String name) throws Exception {
        ExecutionTracer.disable(); // otherwise it reports an unknown thread
        Hits.begin();
        Hits.own();
        return Run.output(loader, name);
    }
}
