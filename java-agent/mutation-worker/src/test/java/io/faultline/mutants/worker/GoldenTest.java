package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.mutants.boot.Site;
import io.faultline.mutants.weave.Mutant;
import io.faultline.runner.Ran;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the bytes of every record that a worker writes with {@code tests/mutation/golden.hex}, which also tests the
 * program's reader.
 */
final class GoldenTest {
    private static final Path GOLDEN = Path.of("..", "..", "tests", "mutation");

    /** A class number without marks from other tests in this JVM. */
    private static final int CLASS = 4711;

    @TempDir
    Path folder;

    @Test
    void everyRecordIsWrittenAsTheProgramReadsIt() throws Exception {
        Path file = folder.resolve("golden.flt");
        write(file);
        String hex = hex(Files.readAllBytes(file));
        String words = String.join("\n", ResultsReader.read(file)) + "\n";
        Files.writeString(Files.createDirectories(Path.of("target", "golden")).resolve("golden.hex"), hex);
        Files.writeString(Path.of("target", "golden", "golden.txt"), words);
        assertEquals(Files.readString(GOLDEN.resolve("golden.txt")), words);
        assertEquals(Files.readString(GOLDEN.resolve("golden.hex")), hex);
    }

    private static void write(Path path) throws Exception {
        try (ResultsFile file =
                new ResultsFile(path, 1_700_000_000_000_000_000L, -2, 4242, "mutants of a.B, JDK 17\tsub")) {
            woven(file);
            file.stale(2, "a.Old", 0xabcdef);
            file.refused(3, "a.Odd", "no code");
            Wanted failing = Wanted.of(Arrays.asList(
                    "test",
                    "5",
                    "[engine:junit-jupiter]/[class:a.T]/[method:é()]",
                    "a.T",
                    "é",
                    "f",
                    "a.Oops",
                    "",
                    "0"));
            file.test(failing, new Baseline(ending(Ran.failed(new Oops("at @1f2e3d")), 1_000_000, 17)));
            Wanted passing = Wanted.of(Arrays.asList("test", "6", "t(a.T)", "a.T", "t", "p", "", "262144", "0"));
            file.test(passing, new Baseline(ending(Ran.PASSED, 1, 0)));
            probe(file);
            for (Verdict verdict : Verdict.values()) {
                file.verdict(5, Site.mutant(CLASS, verdict.ordinal()), verdict, Reason.NONE);
            }
            for (Reason reason : Reason.values()) {
                file.verdict(6, Site.mutant(8191, (1 << Site.SHIFT) - 1), Verdict.FAILS, reason);
            }
            file.drift(5, 3);
            file.unusable(7, "it did not end");
            file.stage(1, 14);
        }
    }

    private static void probe(ResultsFile file) throws Exception {
        Site.register(CLASS, 70);
        Site.clear();
        Method mark = Site.class.getDeclaredMethod("mark", int.class, int.class, boolean.class);
        mark.setAccessible(true);
        mark.invoke(null, Site.mutant(CLASS, 0), 0, true);
        mark.invoke(null, Site.mutant(CLASS, 60), 9, false);
        file.probe(5);
        Site.clear();
        file.probe(6);
    }

    private static Ending ending(Ran ran, long nanos, long fuel) {
        return new Ending(ran, Reason.NONE, nanos, fuel, 0, 0);
    }

    private static void woven(ResultsFile file) throws Exception {
        Constructor<Mutant> mutant = Mutant.class.getDeclaredConstructor(
                int.class, int.class, int.class, int.class, int.class, int.class, String.class);
        mutant.setAccessible(true);
        Mutant first = mutant.newInstance(0, 1, 12, 3, 0, 0, "`!=` for `==`");
        Mutant last = mutant.newInstance(69, 1, 13, 9, 9, 1, "`null` returned");
        String[] methods = {"<init>", "()V", "foo", "(I)Ljava/lang/String;"};
        file.mutatedClass(CLASS, "a.B", 0x1122334455667788L, methods, List.of(first, last));
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes.length; i++) {
            text.append(String.format("%02x", bytes[i])).append(i % 32 == 31 || i == bytes.length - 1 ? "\n" : "");
        }
        return text.toString();
    }

    /** An exception with a synthetic trace: one application frame, then the framework's. */
    private static final class Oops extends Exception {
        private static final long serialVersionUID = 1L;

        Oops(String message) {
            super(message);
            setStackTrace(new StackTraceElement[] {
                new StackTraceElement("io.faultline.mutants.boot.Site", "divide", "Site.java", 1),
                new StackTraceElement("a.B", "foo", "B.java", 13),
                new StackTraceElement("a.T", "é", "T.java", 7),
                new StackTraceElement("jdk.internal.reflect.NativeMethodAccessorImpl", "invoke0", null, -2),
                new StackTraceElement("org.junit.Runner", "run", "Runner.java", 3)
            });
        }
    }
}
