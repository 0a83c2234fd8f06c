package io.faultline.mutants.pit;

import io.faultline.mutants.boot.Fuel;
import io.faultline.mutants.boot.Site;
import io.faultline.mutants.weave.Mutant;
import io.faultline.mutants.weave.Schemata;
import io.faultline.mutants.weave.Woven;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.pitest.mutationtest.engine.MutationDetails;

/**
 * Measures the cost of a pair of mutant and test with PIT's engine, which redefines the class for each mutant, and with
 * ours.
 *
 * <p>Starts JVMs with an agent for the redefinitions. Prints the total CPU time and that of a pair, including the
 * search for and creation of mutants, for one test, ten tests and all, each in a new JVM. PIT's mutants burn fuel too,
 * so that neither engine waits for a timeout.
 */
public final class PitBenchmark {
    private static final String TYPE = "org.apache.commons.cli.DefaultParser";

    /** The number of tests to run for each mutant. */
    private static final int TESTS = Integer.getInteger("tests", CliChecks.COUNT);

    private static Instrumentation instrumentation;

    private PitBenchmark() {}

    /** Called by the JVM; the agent only provides redefinition. */
    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            for (int tests : new int[] {1, 10, CliChecks.COUNT}) {
                start("ours", tests);
                start("pit", tests);
            }
        } else if (arguments[0].equals("pit")) {
            pit();
        } else {
            ours();
        }
    }

    private static void start(String engine, int tests) throws IOException, InterruptedException {
        Path agent = agent();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-javaagent:" + agent,
                "-Dtests=" + tests,
                "-cp",
                System.getProperty("java.class.path"),
                PitBenchmark.class.getName(),
                engine);
        new ProcessBuilder(command).inheritIO().start().waitFor();
        Files.delete(agent);
    }

    private static Path agent() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", PitBenchmark.class.getName());
        attributes.putValue("Can-Redefine-Classes", "true");
        Path jar = Files.createTempFile("agent", ".jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static PrintStream silence() {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        return out;
    }

    private static void say(PrintStream out, String engine, int mutants, long pairs, long nanos) {
        out.println(String.format(
                Locale.ROOT,
                "%s: %d mutants, %d pairs, %.2f s of CPU, %.1f us a pair, %.0f us a mutant",
                engine,
                mutants,
                pairs,
                nanos / 1e9,
                nanos / 1e3 / pairs,
                nanos / 1e3 / mutants));
    }

    private static void ours() {
        PrintStream out = silence();
        long start = cpu();
        BitSet lines = new BitSet();
        lines.set(0, 1 << 16);
        Woven woven = Schemata.weave(CliLoader.classFile(TYPE), 1, lines, true);
        Site.register(1, woven.size);
        IntFunction<String> checks = CliLoader.checks(Map.of(TYPE, woven.bytes));
        long pairs = 0;
        for (Mutant mutant : woven.mutants) {
            Site.active = Site.mutant(1, mutant.number);
            pairs += run(checks);
        }
        Site.active = Site.NONE;
        say(out, "schemata", woven.mutants.size(), pairs, cpu() - start);
    }

    private static void pit() throws Exception {
        PrintStream out = silence();
        long start = cpu();
        PitMutants engine = new PitMutants();
        byte[] plain = CliLoader.classFile(TYPE);
        IntFunction<String> checks = CliLoader.checks(Map.of());
        checks.apply(0);
        Class<?> type = Class.forName(TYPE, false, checks.getClass().getClassLoader());
        List<MutationDetails> mutants = engine.of(TYPE);
        long pairs = 0;
        for (MutationDetails details : mutants) {
            instrumentation.redefineClasses(new ClassDefinition(type, Schemata.plain(engine.bytes(details), true)));
            pairs += run(checks);
        }
        instrumentation.redefineClasses(new ClassDefinition(type, plain));
        say(out, "PIT", mutants.size(), pairs, cpu() - start);
    }

    private static long run(IntFunction<String> checks) {
        for (int i = 0; i < TESTS; i++) {
            Fuel.set(20_000);
            checks.apply(i);
        }
        return TESTS;
    }
}
