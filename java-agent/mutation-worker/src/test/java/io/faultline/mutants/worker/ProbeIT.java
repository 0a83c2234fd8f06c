package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.mutants.weave.ClassHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests workers whose classes have real mutants. */
final class ProbeIT {
    private static final Pattern MUTANT = Pattern.compile("\\[(\\d+) m\\d+ l(\\d+) ");

    @TempDir
    Path folder;

    private WorkerJvm worker() throws IOException {
        WorkerJvm worker = new WorkerJvm(folder, "junit4")
                .source(
                        "Calc",
                        "public class Calc {\n"
                                + "static final int[] TABLE = table();\n"
                                + "static int[] table() { int[] t = new int[2]; t[0] = 7; return t; }\n"
                                + "static int setUp() { return 1 + one(); }\n"
                                + "static int one() { return 1; }\n"
                                + "static int div(int a, int b) { return a / b; }\n"
                                + "static int unused(int a) { return a + 1; }\n"
                                + "}\n")
                .source(
                        "T",
                        "import org.junit.*; public class T { @BeforeClass public static void open() { Calc.setUp(); }\n"
                                + "@Test public void t() { Assert.assertEquals(3, Calc.div(6, 2)); }\n"
                                + "@Test public void u() { Calc.div(1, 0); } }\n");
        String hash = Long.toHexString(ClassHash.of(Files.readAllBytes(folder.resolve("classes/Calc.class"))));
        return worker.setting("target", "1", "Calc", hash, "3,4,5,6,7")
                .setting("target", "2", "T", "0", "1")
                .setting("fuel", folder.resolve("classes").toString());
    }

    @Test
    void aProbeSeesWhatATestReachesAndNothingOfInitialisersAndFixtures() throws IOException {
        WorkerJvm.Result result = worker().probe("junit4", "T")
                .test(1, "t(T)", "p", "")
                .command("run")
                .run();
        Map<Integer, Integer> lines = lines(result);
        assertEquals(Set.of(3, 4, 5, 6, 7), new TreeSet<>(lines.values()), result::toString);
        String[] words = result.of("probe").get(0).split(" (?:reached|infected)");
        assertTrue(words[0].equals("probe 1 1"), result::toString);
        Set<Integer> reached = linesOf(words[1], lines);
        assertEquals(Set.of(6), reached, result::toString);
        assertEquals(Set.of(6), linesOf(words[2], lines));
        assertEquals("stale: T has the hash ", result.of("unusable").get(0).replaceAll("^unusable -1 |[0-9a-f]+$", ""));
        assertEquals(List.of("stage 0 0"), result.of("stage"));
    }

    @Test
    void aClassWithoutRoomForAllOfItsMutantsIsNamed() throws IOException {
        StringBuilder large = new StringBuilder(
                "public class Large { static int g(int a) { return a + 1; }\nstatic int f(int a) { int sum = 0;\n");
        for (int i = 0; i < 3_500; i++) {
            large.append("if (a > ").append(i).append(") { sum += g(a); }\n");
        }
        WorkerJvm worker = new WorkerJvm(folder, "junit4")
                .source("Large", large + "return sum; } }\n")
                .source(
                        "T",
                        "import org.junit.*; public class T { @Test public void t() { Assert.assertEquals(2, Large.f(1)); } }\n");
        String hash = Long.toHexString(ClassHash.of(Files.readAllBytes(folder.resolve("classes/Large.class"))));
        String lines =
                IntStream.rangeClosed(1, 3_503).mapToObj(Integer::toString).collect(Collectors.joining(","));
        WorkerJvm.Result result = worker.setting("wall-most", "30000")
                .setting("target", "1", "Large", hash, lines)
                .probe("junit4", "T")
                .test(1, "t(T)", "p", "")
                .command("run")
                .run();
        assertEquals(1, result.of("probe").size(), result::toString);
        assertEquals(1, result.of("unusable").size());
        String said = result.of("unusable").get(0);
        assertTrue(
                said.matches("unusable -1 full: the class file of Large has no room for \\d{4,} mutants more"), said);
    }

    /**
     * Mutants that are not reached change nothing, although the division runs in our class and appears in the trace.
     */
    @Test
    void verdictsOfRealMutants() throws IOException {
        WorkerJvm.Result probed = worker().probe("junit4", "T")
                .test(1, "t(T)", "p", "")
                .command("run")
                .run();
        Map<Integer, Integer> lines = lines(probed);
        int[] all = lines.keySet().stream().mapToInt(k -> k).toArray();
        WorkerJvm.Result result = worker().verdicts("junit4", "T", "end")
                .test(1, "t(T)", "p", "", all)
                .test(2, "u(T)", "f", "java.lang.ArithmeticException", all)
                .command("run")
                .run();
        assertEquals(0, result.exit, result::toString);
        Set<String> seen = new TreeSet<>();
        for (String verdict : result.verdicts()) {
            String[] parts = verdict.split("[ :]", 4);
            seen.add(parts[0] + " line " + lines.get(Integer.parseInt(parts[2])) + " " + parts[3]);
        }
        assertTrue(
                seen.containsAll(
                        Set.of("1 line 6 fails", "1 line 3 same", "1 line 7 same", "2 line 3 same", "2 line 6 passes")),
                seen + result.toString());
        assertTrue(seen.stream().noneMatch(line -> line.contains("line 7") && !line.endsWith("same")), seen::toString);
    }

    private static Map<Integer, Integer> lines(WorkerJvm.Result result) {
        Map<Integer, Integer> lines = new TreeMap<>();
        Matcher mutant = MUTANT.matcher(result.of("class").get(0));
        while (mutant.find()) {
            lines.put(Integer.parseInt(mutant.group(1)), Integer.parseInt(mutant.group(2)));
        }
        return lines;
    }

    private static Set<Integer> linesOf(String words, Map<Integer, Integer> lines) {
        Set<Integer> of = new TreeSet<>();
        String[] hex = words.trim().split(" ");
        lines.forEach((k, line) -> {
            if ((Long.parseUnsignedLong(hex[k / 64], 16) >>> k & 1) != 0) {
                of.add(line);
            }
        });
        return of;
    }
}
