package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs JUnit Platform tests, of several Jupiter versions and another engine. */
final class PlatformIT {
    @TempDir
    Path folder;

    private static final String T = "[engine:junit-jupiter]/[class:T]/";

    private static final String KINDS =
            "import org.junit.jupiter.api.*; import org.junit.jupiter.params.*; import org.junit.jupiter.params.provider.*;\n"
                    + "import static org.junit.jupiter.api.Assertions.*; import java.util.*; import java.util.stream.*;\n"
                    + "class T { static int opened; int field;\n"
                    + "  @BeforeAll static void open() { opened++; }\n"
                    + "  @BeforeEach void before() { assertEquals(1, opened); assertEquals(0, field++); }\n"
                    + "  @Test void passes(TestInfo info) { assertEquals(\"passes(TestInfo)\", info.getDisplayName()); assertFalse(M.is(0)); Assumptions.assumeFalse(M.is(1)); }\n"
                    + "  @Test void fails() { if (M.is(0)) return; if (M.is(1)) throw new Error(); fail(M.is(3) ? \"other\" : \"it\"); }\n"
                    + "  @Test void aborts() { Assumptions.assumeTrue(M.is(0)); }\n"
                    + "  @Test void unwanted() { opened = 100; }\n"
                    + "  @ParameterizedTest @ValueSource(ints = {0, 1}) void row(int n) { assertFalse(M.is(n)); }\n"
                    + "  @RepeatedTest(2) void twice(RepetitionInfo info) { assertFalse(M.is(info.getCurrentRepetition())); }\n"
                    + "  @TestFactory Stream<DynamicTest> made() { return IntStream.of(0, 1).mapToObj(n -> DynamicTest.dynamicTest(\"n\" + n, () -> assertFalse(M.is(n)))); }\n"
                    + "  @Test @Timeout(5) void limited() { assertTimeoutPreemptively(java.time.Duration.ofSeconds(5), () -> assertFalse(M.is(0))); }\n"
                    + "  @Nested class In { @BeforeEach void too() { assertEquals(1, field); } @Test void t() { assertFalse(M.is(0)); } }\n"
                    + "  @Nested class Unwanted { Unwanted() { throw new Error(); } @Test void t() {} }\n"
                    + "}\n";

    private WorkerJvm worker(String... frameworks) {
        return new WorkerJvm(folder, frameworks)
                .source("T", KINDS)
                .verdicts("platform", "T", "each")
                .test(1, T + "[method:passes(org.junit.jupiter.api.TestInfo)]", "p", "", 0, 1, 2)
                .test(2, T + "[method:fails()]", "f", "org.opentest4j.AssertionFailedError", 0, 1, 2, 3)
                .test(3, T + "[method:aborts()]", "a", "org.opentest4j.TestAbortedException", 0, 1)
                .test(4, T + "[test-template:row(int)]/[test-template-invocation:#1]", "p", "", 0, 1)
                .test(5, T + "[test-template:row(int)]/[test-template-invocation:#2]", "p", "", 0, 1)
                .test(
                        6,
                        T + "[test-template:twice(org.junit.jupiter.api.RepetitionInfo)]/[test-template-invocation:#2]",
                        "p",
                        "",
                        1,
                        2)
                .test(7, T + "[test-factory:made()]/[dynamic-test:#1]", "p", "", 0, 1)
                .test(8, T + "[test-factory:made()]/[dynamic-test:#2]", "p", "", 0, 1)
                .test(9, T + "[method:limited()]", "p", "", 0, 1)
                .test(10, T + "[nested-class:In]/[method:t()]", "p", "", 0, 1)
                .command("run");
    }

    private static void assertEveryKind(WorkerJvm.Result result) {
        List<String> verdicts = result.verdicts();
        verdicts.sort(null);
        assertEquals(
                List.of(
                        "1 1:0 fails",
                        "1 1:1 aborts",
                        "1 1:2 same",
                        "10 1:0 fails",
                        "10 1:1 same",
                        "2 1:0 passes",
                        "2 1:1 type",
                        "2 1:2 same",
                        "2 1:3 message",
                        "3 1:0 passes",
                        "3 1:1 same",
                        "4 1:0 fails",
                        "4 1:1 same",
                        "5 1:0 same",
                        "5 1:1 fails",
                        "6 1:1 same",
                        "6 1:2 fails",
                        "7 1:0 fails",
                        "7 1:1 same",
                        "8 1:0 same",
                        "8 1:1 fails",
                        "9 1:0 fails",
                        "9 1:1 same"),
                verdicts,
                result::toString);
        assertEquals(List.of(), result.of("unusable"));
        assertEquals(0, result.exit, result::toString);
    }

    @Test
    void everyKindOfTestOfJupiter5IsRunInPlace() {
        assertEveryKind(worker("j5").run());
    }

    @Test
    void everyKindOfTestOfJupiter6IsRunInPlace() {
        assertEveryKind(worker("j6").run());
    }

    /** The first versions have no tasks, so tests run through the launcher by unique id. */
    @Test
    void theFirstJupiterIsRunByUniqueId() {
        WorkerJvm.Result result = new WorkerJvm(folder, "j50")
                .source(
                        "T",
                        "import org.junit.jupiter.api.*; class T { @Test void t() { Assertions.assertFalse(M.is(0)); } @Test void u() { throw new IllegalStateException(); } }\n")
                .verdicts("platform", "T", "end")
                .test(1, T + "[method:t()]", "p", "", 0, 1)
                .test(2, T + "[method:u()]", "f", "java.lang.IllegalStateException", 0)
                .command("run")
                .run();
        assertEquals(List.of("1 1:0 fails", "1 1:1 same", "2 1:0 same"), result.verdicts(), result::toString);
    }

    @Test
    void oneInstanceForAllTestsStaysOne() {
        WorkerJvm.Result result = new WorkerJvm(folder, "j5")
                .source(
                        "T",
                        "import org.junit.jupiter.api.*; @TestInstance(TestInstance.Lifecycle.PER_CLASS) class T { int opened; static int made; { made++; }\n"
                                + "  @BeforeAll void open() { opened++; } @Test void t() { Assertions.assertEquals(1, opened); Assertions.assertEquals(1, made); Assertions.assertFalse(M.is(0)); } }\n")
                .verdicts("platform", "T", "each")
                .test(1, T + "[method:t()]", "p", "", 0, 1)
                .command("run")
                .run();
        assertEquals(List.of("1 1:0 fails", "1 1:1 same"), result.verdicts(), result::toString);
    }

    @Test
    void enginesWithoutTasksAndContainersThatFailAreRunByUniqueId() {
        String t = "[engine:junit-vintage]/[runner:T]/[test:t(T)]";
        WorkerJvm.Result result = new WorkerJvm(folder, "j5", "v5", "junit4")
                .source(
                        "T",
                        "import org.junit.*; public class T { @Test public void t() { Assert.assertFalse(M.is(0)); } @Test public void u() { throw new Error(); } }\n")
                .source(
                        "F",
                        "import org.junit.jupiter.api.*; class F { @BeforeAll static void open() { if (!M.is(0)) throw new IllegalStateException(); } @Test void t() {} }\n")
                .verdicts("platform", "T", "each")
                .test(1, t, "p", "", 0, 1)
                .command("run")
                .verdicts("platform", "F", "end")
                .test(2, "[engine:junit-jupiter]/[class:F]", "f", "java.lang.IllegalStateException", 0, 1)
                .command("run")
                .run();
        assertEquals(
                List.of("1 1:0 fails", "1 1:1 same", "2 1:0 passes", "2 1:1 same"),
                result.verdicts(),
                result::toString);
    }

    /** Ids are those of the recording agent: without hashes, and with the place among equal ones. */
    @Test
    void oldTestsWithHashesInTheirNamesAndThoseOfEqualNamesAreFound() {
        String p = "[engine:junit-vintage]/[runner:P]/";
        WorkerJvm.Result result = new WorkerJvm(folder, "j5", "v5", "junit4")
                .source(
                        "P",
                        "import org.junit.*; import org.junit.runner.*; import org.junit.runners.*; import java.util.*;\n"
                                + "@RunWith(Parameterized.class) public class P {\n"
                                + "  static final class Row { final int row; Row(int row) { this.row = row; } }\n"
                                + "  @Parameterized.Parameters(name = \"{0}\") public static Collection<Object[]> rows() {\n"
                                + "    return Arrays.asList(new Object[] {new Row(0)}, new Object[] {new Row(1)}); }\n"
                                + "  private final int row;\n"
                                + "  public P(Row row) { this.row = row.row; }\n"
                                + "  @Test public void t() { if (M.is(row)) Assert.fail(); } }\n")
                .verdicts("platform", "P", "end")
                .test(1, p + "[test:%5BP$Row%5D]/[test:t%5BP$Row%5D(P)]", "p", "", 0, 1)
                .test(2, p + "[test:%5BP$Row%5D#2]/[test:t%5BP$Row%5D(P)]", "p", "", 0, 1)
                .command("run")
                .run();
        assertEquals(List.of(), result.of("unusable"), result::toString);
        assertEquals(
                List.of("1 1:0 fails", "1 1:1 same", "2 1:0 same", "2 1:1 fails"), result.verdicts(), result::toString);
    }

    /** As that of Quarkus does, before all tests of a class. */
    @Test
    void theClassLoaderThatAnExtensionSetsIsThatOfEachRun() {
        WorkerJvm.Result result = new WorkerJvm(folder, "j5")
                .source(
                        "T",
                        "import org.junit.jupiter.api.*; import java.net.*; class T {\n"
                                + "  @BeforeAll static void set() { Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0])); }\n"
                                + "  @Test void t() { Assertions.assertTrue(Thread.currentThread().getContextClassLoader() instanceof URLClassLoader); Assertions.assertFalse(M.is(0)); } }\n")
                .verdicts("platform", "T", "each")
                .test(1, T + "[method:t()]", "p", "", 0, 1)
                .command("run")
                .run();
        assertEquals(List.of("1 1:0 fails", "1 1:1 same"), result.verdicts(), result::toString);
    }
}
