package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.ClassPlan;
import io.faultline.instrument.Compilation;
import io.faultline.instrument.ElementPlan;
import io.faultline.instrument.Instrumenter;
import io.faultline.instrument.Refused;
import io.faultline.instrument.Run;
import io.faultline.instrument.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.evosuite.testcase.execution.ExecutionTracer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Conditions have probes before EvoSuite changes the class, with the same meaning as in a recording. */
class ConditionProbesTest {
    private static final int[] RELEASES = {7, 8, 11, 17, 21, 25};

    /** Index of the number of cases in a site's table. */
    private static final int CASES = 3;

    private static final String SOURCE = "public class Main {\n"
            + "  static int size = \"a\".isEmpty() ? 1 : 2;\n"
            + "  public static int of(int x, String text) {\n"
            + "    if (x > 5) {\n" // <= 5: slots 0 and 1; the initialiser, which comes last, has 9 and 10
            + "      for (int i = 0; i < x; i++) {\n" // >=: 2 and 3
            + "        size++;\n"
            + "      }\n"
            + "    }\n"
            + "    switch (x) {\n" // 4 to 6
            + "      case 1: return 0;\n"
            + "      case 7: return text.equals(\"seven\") ? 1 : 2;\n" // == 0: 7 and 8
            + "    }\n"
            + "    return 3;\n"
            + "  }\n"
            + "}\n";

    @TestFactory
    Stream<DynamicTest> everyTargetDoesWhatItDidAndItsLinesAreAsCommented() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (Target target : Target.all()) {
            IntStream.of(RELEASES)
                    .filter(release -> release >= target.since && Compilation.supports(release))
                    .forEach(release -> {
                        tests.add(DynamicTest.dynamicTest(
                                target.name + " " + release, () -> runs(target, release, UnaryOperator.identity())));
                        tests.add(DynamicTest.dynamicTest(
                                target.name + " " + release + ", traced", () -> runs(target, release, Traced::add)));
                    });
        }
        assertTrue(tests.size() > 20, "targets");
        return tests.stream();
    }

    private static void runs(Target target, int release, UnaryOperator<byte[]> evosuite) throws Exception {
        Map<String, byte[]> classes = target.classes(release);
        ExecutionTracer.disable();
        String expected = run(Probed.of(classes), target.name);
        Probed loader = Probed.withConditions(classes, evosuite);
        assertEquals(expected, run(loader, target.name));
        Map<Integer, Boolean> lines = loader.all(Probed.withInitialisers(Hits.end()));
        assertEquals(List.of(), Target.differences(target.expectations(release), lines));
    }

    private static String run(Probed loader, String name) throws Exception {
        Hits.begin();
        Hits.own();
        return Run.output(loader, name);
    }

    @Test
    void aClassHasTheConditionsThatARecorderSeesBesideCalls() throws Exception {
        int conditions = 0;
        for (Target target : Target.all()) {
            if (!Compilation.supports(Math.max(target.since, 17))) {
                continue;
            }
            for (byte[] classFile : target.classes(Math.max(target.since, 17)).values()) {
                ClassPlan plan;
                try {
                    plan = Instrumenter.plan(classFile);
                } catch (Refused interfaceWithoutCode) {
                    continue;
                }
                List<List<Object>> alone = sites(ElementPlan.of(classFile, plan, true, false));
                assertEquals(sites(ElementPlan.of(classFile, plan, true, true)), alone, plan.name);
                conditions += alone.size();
            }
        }
        assertTrue(conditions > 50, "conditions: " + conditions);
    }

    /** Returns method, line, kind and cases of each condition, with its name. */
    private static List<List<Object>> sites(ElementPlan plan) {
        List<List<Object>> sites = new ArrayList<>();
        int[] table = plan.table();
        String[] names = plan.names();
        for (int at = 0, site = 0; at < table.length; site++) {
            List<Object> all = new ArrayList<>(List.of(names[site]));
            int end = at + CASES + 1 + table[at + CASES];
            boolean isCall = table[at + 2] >= ElementPlan.BOOLEAN;
            for (; at < end; at++) {
                all.add(table[at]);
            }
            if (!isCall) {
                sites.add(all);
            }
        }
        return sites;
    }

    @Test
    void aTestHasItsOutcomesInTheirOrderAndNoneOfAnInitialiser() throws Exception {
        for (UnaryOperator<byte[]> evosuite : List.<UnaryOperator<byte[]>>of(UnaryOperator.identity(), Traced::add)) {
            ExecutionTracer.disable();
            Probed loader = Probed.withConditions(Compilation.of("Main", SOURCE, 8), evosuite);
            assertEquals(11, loader.sight().outcomes());
            // It goes on past x <= 5, through the loop until i >= x; case 7; the jump for false.
            assertArrayEquals(new long[] {0, 2, 3, 5, 8}, outcomes(loader, 7, "eight"));
            assertArrayEquals(new long[] {0, 2, 3, 5, 7}, outcomes(loader, 7, "seven"));
            assertArrayEquals(new long[] {1, 4}, outcomes(loader, 1, ""));
            assertArrayEquals(new long[] {1, 6}, outcomes(loader, -9, ""));
        }
    }

    @Test
    void whatThreadsDoThatAreNoTestsIsNobodys() throws Exception {
        Probed loader = Probed.withConditions(Compilation.of("Main", SOURCE, 8), UnaryOperator.identity());
        outcomes(loader, 1, "");
        call(loader, 7, "seven"); // between two tests
        Hits.begin();
        Hits.own();
        ThreadGroup other = new ThreadGroup("of an earlier test");
        Thread thread = new Thread(other, () -> call(loader, 7, "seven"));
        thread.start();
        thread.join();
        Thread inside = new Thread(() -> call(loader, 1, ""));
        inside.start();
        inside.join();
        assertArrayEquals(new long[] {1, 4}, Conditions.end());
        Hits.end();
    }

    private static long[] outcomes(Probed loader, int x, String text) {
        Hits.begin();
        Hits.own();
        call(loader, x, text);
        Hits.end();
        return Conditions.end();
    }

    private static void call(Probed loader, int x, String text) {
        try {
            Class.forName("Main", true, loader)
                    .getMethod("of", int.class, String.class)
                    .invoke(null, x, text);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
