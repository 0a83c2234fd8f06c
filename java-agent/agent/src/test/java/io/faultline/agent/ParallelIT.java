package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.agent.ChildJvm.Result;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that overlap in time have exactly their own lines, whichever threads run their code. */
class ParallelIT {
    private static final int TESTS = 48;
    private static final int UNITS = 64;

    /** Number of schedules to try; a soak run uses more. */
    private static final int SEEDS = Integer.getInteger("parallel.seeds", 6);

    private final Path folder;

    ParallelIT(@TempDir Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    @Test
    void everyScheduleGivesTheMatrixOfTheSerialRun() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            int threads = seed == 0 ? 1 : 1 + seed % 5 + 1;
            RecordedFile file = stress(seed, threads);
            assertEquals(expected(), file.tests, "seed " + seed + ", " + threads + " threads");
            assertEquals(new TreeSet<>(), file.overlapped, "seed " + seed);
            assertEquals(Map.of(), file.background, "seed " + seed);
        }
    }

    private RecordedFile stress(int seed, int threads) throws IOException {
        ChildJvm jvm = new ChildJvm(folder.resolve("seed" + seed));
        jvm.source("classes", units());
        jvm.source("test-classes", resource("stress/Stress.java"));
        Result result = jvm.run("Stress", "" + seed, "" + threads);
        assertEquals("failures 0\n", result.out, result.err);
        return jvm.file();
    }

    /** Line {@code n + 2} is that of unit {@code n}. */
    private static String units() {
        StringBuilder source = new StringBuilder("public class Units {\n");
        for (int unit = 0; unit < UNITS; unit++) {
            source.append("static int u" + unit + "() { return " + unit + "; }\n");
        }
        source.append("public static void run(int unit) { switch (unit) {");
        for (int unit = 0; unit < UNITS; unit++) {
            source.append(" case " + unit + ": u" + unit + "(); break;");
        }
        return source.append("} }\n}\n").toString();
    }

    private static Map<String, TreeSet<String>> expected() {
        Map<String, TreeSet<String>> rows = new TreeMap<>();
        for (int test = 0; test < TESTS; test++) {
            TreeSet<String> lines = new TreeSet<>();
            lines.add("Units:" + (UNITS + 2));
            for (int k = 0; k < 6; k++) {
                lines.add("Units:" + ((7 * test + 5 * k) % UNITS + 2));
            }
            rows.put("t" + test + "(a.StressTest)", lines);
        }
        return rows;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ParallelIT.class.getClassLoader().getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
