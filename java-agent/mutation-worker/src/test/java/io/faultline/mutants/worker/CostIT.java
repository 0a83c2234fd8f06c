package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prints the cost of a run of an empty test. Not asserted, because other processes share the machine. */
final class CostIT {
    private static final int RUNS = 20_000;

    /** Writes the CPU time per run, measured from the middle mutant to the last. */
    private static final String CPU = "import java.lang.management.*; import java.nio.file.*;\n"
            + "class Cpu { static long began; static void say() throws Exception { boolean last = M.is(" + (RUNS - 1)
            + ");\n"
            + "  if (!last && !M.is(" + RUNS / 2 + ")) return;\n"
            + "  long now = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();\n"
            + "  if (last) Files.write(Paths.get(\"cost\"), Long.toString((now - began) / " + (RUNS / 2 - 1)
            + ").getBytes());\n"
            + "  began = now; } }\n";

    @TempDir
    Path folder;

    @Test
    void aRunOfAJupiterTest() throws IOException {
        print(
                "j5",
                "import org.junit.jupiter.api.*; class T { @BeforeEach void b() {} @Test void t() throws Exception { Cpu.say(); } }\n",
                "platform",
                "[engine:junit-jupiter]/[class:T]/[method:t()]");
    }

    @Test
    void aRunOfAJUnit4Test() throws IOException {
        print(
                "junit4",
                "import org.junit.*; public class T { @Before public void b() {} @Test public void t() throws Exception { Cpu.say(); } }\n",
                "junit4",
                "t(T)");
    }

    @Test
    void aRunOfAJUnit3Test() throws IOException {
        print(
                "junit3",
                "public class T extends junit.framework.TestCase { protected void setUp() {} public void testT() throws Exception { Cpu.say(); } }\n",
                "junit3",
                "testT(T)");
    }

    @Test
    void aRunOfATestNgTest() throws IOException {
        print(
                "tng",
                "import org.testng.annotations.*; public class T { @BeforeMethod public void b() {} @Test public void t() throws Exception { Cpu.say(); } }\n",
                "testng",
                "T.t");
    }

    private void print(String framework, String source, String unit, String id) throws IOException {
        WorkerJvm.Result result = new WorkerJvm(folder, framework)
                .source("Cpu", CPU)
                .source("T", source)
                .verdicts(unit, "T", "end")
                .test(1, id, "p", "", IntStream.range(0, RUNS).toArray())
                .command("run")
                .run();
        assertEquals(
                RUNS,
                result.verdicts().size(),
                () -> result.log + result.records.subList(0, Math.min(9, result.records.size())));
        String cost = Files.readString(folder.resolve("cost"));
        System.out.printf(
                "%s: %s ns of CPU for a run in place (%.1f s for %d in all)%n", unit, cost, result.seconds, RUNS);
    }
}
