package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs JUnit 4 tests in a separate worker. */
final class JUnit4IT {
    @TempDir
    Path folder;

    private static final String KINDS = "import org.junit.*; import static org.junit.Assert.*;\n"
            + "public class T {\n"
            + "  static int opened;\n"
            + "  int field;\n"
            + "  @Rule public org.junit.rules.TestName name = new org.junit.rules.TestName();\n"
            + "  @BeforeClass public static void open() { opened++; }\n"
            + "  @Before public void before() { assertEquals(1, opened); assertEquals(0, field++); }\n"
            + "  @Test public void passes() { assertEquals(\"passes\", name.getMethodName()); assertFalse(M.is(0)); if (M.is(1)) throw new IllegalStateException(\"m\"); Assume.assumeFalse(M.is(2)); }\n"
            + "  @Test public void fails() { if (M.is(0)) return; if (M.is(1)) throw new IllegalStateException(\"f\"); if (M.is(3)) { fail(\"other\"); }\n"
            + "    if (M.is(4)) { fail(\"f\"); }\n"
            + "    fail(\"f\"); }\n"
            + "  @Test public void aborts() { Assume.assumeTrue(M.is(0)); }\n"
            + "  @Test(expected = IllegalStateException.class) public void expects() { if (!M.is(0)) throw new IllegalStateException(); }\n"
            + "  @Test(timeout = 5000) public void inAnotherThread() { assertFalse(M.is(0)); }\n"
            + "}\n";

    @Test
    void everyKindOfVerdictIsGivenInPlace() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source("T", KINDS)
                .verdicts("junit4", "T", "end")
                .test(1, "passes(T)", "p", "", 0, 1, 2, 3)
                .test(2, "fails(T)", "f", "java.lang.AssertionError", 0, 1, 2, 3, 4)
                .test(3, "aborts(T)", "a", "org.junit.AssumptionViolatedException", 0, 1)
                .test(4, "expects(T)", "p", "", 0, 1)
                .test(5, "inAnotherThread(T)", "p", "", 0, 1)
                .test(6, "none(T)", "p", "", 0)
                .test(7, "passes(U)", "f", "", 0)
                .command("run")
                .command("quit")
                .run();
        assertEquals(0, result.exit, result::toString);
        List<String> verdicts = result.verdicts();
        verdicts.sort(null);
        assertEquals(
                List.of(
                        "1 1:0 fails",
                        "1 1:1 fails",
                        "1 1:2 aborts",
                        "1 1:3 same",
                        "2 1:0 passes",
                        "2 1:1 type",
                        "2 1:2 same",
                        "2 1:3 message",
                        "2 1:4 trace",
                        "3 1:0 passes",
                        "3 1:1 same",
                        "4 1:0 fails",
                        "4 1:1 same",
                        "5 1:0 fails",
                        "5 1:1 same"),
                verdicts);
        assertEquals("origin 17 4711 pid a test", result.records.get(0));
        assertEquals(
                List.of(
                        "unusable 6 the framework has no such test, or skips it",
                        "unusable 7 the framework has no such test, or skips it"),
                result.of("unusable"));
        assertEquals(List.of("stage 0 15"), result.of("stage"));
    }

    /** Alone, the class has only the first of the equal tests. */
    @Test
    void testsOfAClassThatASuiteListsTwiceAreFound() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "T",
                        "import org.junit.*; public class T { @Test public void t() { if (!M.is(0)) Assert.fail(); } }\n")
                .verdicts("junit4", "T", "end")
                .test(1, "t(T)", "f", "java.lang.AssertionError", 0)
                .test(2, "t#2(T)", "f", "java.lang.AssertionError", 0, 2)
                .test(3, "t#two(T)", "f", "java.lang.AssertionError", 0)
                .command("run")
                .command("quit")
                .run();
        List<String> verdicts = result.verdicts();
        verdicts.sort(null);
        assertEquals(List.of("1 1:0 passes", "2 1:0 passes", "2 1:2 same"), verdicts, result::toString);
        assertEquals(List.of("unusable 3 the framework has no such test, or skips it"), result.of("unusable"));
    }

    @Test
    void aClassThatFailedOutsideOfItsTestsIsRunAgainAsAWhole() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "B",
                        "import org.junit.*; public class B {\n"
                                + "  @BeforeClass public static void open() { if (!M.is(0)) throw new IllegalStateException(); }\n"
                                + "  @Test public void t() { if (M.is(0)) Assert.fail(); } }\n")
                .verdicts("junit4", "B", "end")
                .test(1, "B", "f", "java.lang.IllegalStateException", 0, 1)
                .test(2, "B#2", "f", "java.lang.IllegalStateException", 0)
                .command("run")
                .command("quit")
                .run();
        List<String> verdicts = result.verdicts();
        verdicts.sort(null);
        assertEquals(List.of("1 1:0 passes", "1 1:1 same", "2 1:0 passes"), verdicts, result::toString);
        assertEquals(List.of(), result.of("unusable"));
    }

    @Test
    void aNumberThatChangesFromRunToRunIsNamedAsTheReason() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "N",
                        "import org.junit.*; import org.junit.runner.*; import org.junit.runners.*; import java.util.*;\n"
                                + "@RunWith(Parameterized.class) public class N {\n"
                                + "  @Parameterized.Parameters(name = \"{0}\") public static Collection<Object[]> rows() {\n"
                                + "    return Collections.singleton(new Object[] {-1234567}); }\n"
                                + "  public N(int row) {}\n"
                                + "  @Test public void t() {} }\n")
                .verdicts("junit4", "N", "end")
                .test(1, "t[7,654](N)", "p", "", 0)
                .test(2, "u[7,654](N)", "p", "", 0)
                .command("run")
                .command("quit")
                .run();
        assertEquals(
                List.of(
                        "unusable 1 the framework has no such test, or skips it; it has one with other numbers in its"
                                + " name, and such a name may change from run to run",
                        "unusable 2 the framework has no such test, or skips it"),
                result.of("unusable"),
                result::toString);
    }

    /** Ids are those of the recording agent: without hashes, and with the place among equal ones. */
    @Test
    void testsOfEqualNamesAndThoseWithHashesInTheirNamesAreFound() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "P",
                        "import org.junit.*; import org.junit.runner.*; import org.junit.runners.*; import java.util.*;\n"
                                + "@RunWith(Parameterized.class) public class P {\n"
                                + "  static final class Row { final int row; Row(int row) { this.row = row; } }\n"
                                + "  @Parameterized.Parameters(name = \"{0}\") public static Collection<Object[]> rows() {\n"
                                + "    return Arrays.asList(new Object[] {new Row(0)}, new Object[] {new Row(1)}, new Object[] {new Row(2)}); }\n"
                                + "  private final int row;\n"
                                + "  public P(Row row) { this.row = row.row; }\n"
                                + "  @Test public void t() { if (M.is(row)) Assert.fail(); } }\n")
                .verdicts("junit4", "P", "end")
                .test(1, "t[P$Row](P)", "p", "", 0, 1, 2)
                .test(2, "t[P$Row]#2(P)", "p", "", 0, 1, 2)
                .test(3, "t[P$Row]#3(P)", "p", "", 0, 1, 2)
                .test(4, "u[P$Row]#2(P)", "p", "", 0)
                .command("run")
                .command("quit")
                .run();
        assertEquals(
                List.of("unusable 4 the framework has no such test, or skips it"),
                result.of("unusable"),
                result::toString);
        List<String> verdicts = result.verdicts();
        verdicts.sort(null);
        assertEquals(
                List.of(
                        "1 1:0 fails",
                        "1 1:1 same",
                        "1 1:2 same",
                        "2 1:0 same",
                        "2 1:1 fails",
                        "2 1:2 same",
                        "3 1:0 same",
                        "3 1:1 same",
                        "3 1:2 fails"),
                verdicts,
                result::toString);
    }

    /** The same without runs in place: by a runner that is none of JUnit's own. */
    @Test
    void testsOfEqualNamesAreFoundByARunnerOfTheirOwn() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "Twice",
                        "import org.junit.runner.*; import org.junit.runner.manipulation.*; import org.junit.runner.notification.*;\n"
                                + "public class Twice extends Runner implements Filterable {\n"
                                + "  private final Description all; private Filter only = Filter.ALL;\n"
                                + "  public Twice(Class<?> type) { all = Description.createSuiteDescription(type);\n"
                                + "    for (int i = 0; i < 2; i++) all.addChild(Description.createTestDescription(type, \"same\")); }\n"
                                + "  public Description getDescription() { return all; }\n"
                                + "  public void filter(Filter filter) { only = filter; }\n"
                                + "  public void run(RunNotifier notifier) { int n = 0;\n"
                                + "    for (Description d : all.getChildren()) { int row = n++; if (!only.shouldRun(d)) continue;\n"
                                + "      notifier.fireTestStarted(d);\n"
                                + "      if (M.is(row)) notifier.fireTestFailure(new Failure(d, new AssertionError()));\n"
                                + "      notifier.fireTestFinished(d); } }\n"
                                + "}\n")
                .source("Q", "@org.junit.runner.RunWith(Twice.class) public class Q {}\n")
                .verdicts("junit4", "Q", "end")
                .test(1, "same(Q)", "p", "", 0, 1)
                .test(2, "same#2(Q)", "p", "", 0, 1)
                .command("run")
                .command("quit")
                .run();
        assertEquals(List.of(), result.of("unusable"), result::toString);
        List<String> verdicts = result.verdicts();
        verdicts.sort(null);
        assertEquals(List.of("1 1:0 fails", "1 1:1 same", "2 1:0 same", "2 1:1 fails"), verdicts, result::toString);
    }

    /** As in JUnitParams: a method is passed once for each row, and filters see only the method. */
    @Test
    void rowsThatARunnerCountsAreRunByANewRunnerEachTime() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "Rows",
                        "import org.junit.runner.*; import org.junit.runner.notification.*; import org.junit.runners.*; import org.junit.runners.model.*; import java.util.*;\n"
                                + "public class Rows extends BlockJUnit4ClassRunner {\n"
                                + "  private final Map<FrameworkMethod, Integer> next = new HashMap<>();\n"
                                + "  public Rows(Class<?> type) throws InitializationError { super(type); }\n"
                                + "  protected void validateTestMethods(List<Throwable> errors) {}\n"
                                + "  private static boolean hasRows(FrameworkMethod m) { return m.getMethod().getParameterCount() > 0; }\n"
                                + "  protected List<FrameworkMethod> computeTestMethods() { List<FrameworkMethod> all = new ArrayList<>();\n"
                                + "    for (FrameworkMethod m : super.computeTestMethods()) { all.add(m); if (hasRows(m)) all.add(m); } return all; }\n"
                                + "  private Description row(FrameworkMethod m, int n) { return Description.createTestDescription(getTestClass().getJavaClass(), m.getName() + \" \" + n); }\n"
                                + "  public Description getDescription() { Description all = Description.createSuiteDescription(getTestClass().getJavaClass());\n"
                                + "    for (FrameworkMethod m : new LinkedHashSet<>(getChildren())) {\n"
                                + "      if (!hasRows(m)) { all.addChild(describeChild(m)); continue; }\n"
                                + "      Description rows = Description.createSuiteDescription(m.getName()); rows.addChild(row(m, 0)); rows.addChild(row(m, 1)); all.addChild(rows); }\n"
                                + "    return all; }\n"
                                + "  protected void runChild(FrameworkMethod m, RunNotifier notifier) {\n"
                                + "    if (!hasRows(m)) { super.runChild(m, notifier); return; }\n"
                                + "    int n = next.merge(m, 1, Integer::sum) - 1; Description d = row(m, n); notifier.fireTestStarted(d);\n"
                                + "    try { m.invokeExplosively(createTest(), n); } catch (Throwable t) { notifier.fireTestFailure(new Failure(d, t)); }\n"
                                + "    notifier.fireTestFinished(d); }\n"
                                + "}\n")
                .source(
                        "R",
                        "import org.junit.*; import org.junit.runner.*; @RunWith(Rows.class) public class R {\n"
                                + "  @Test public void given(int n) { Assert.assertTrue(n < 2); if (M.is(n)) Assert.fail(); }\n"
                                + "  @Test public void plain() { Assert.assertFalse(M.is(0)); } }\n")
                .verdicts("junit4", "R", "end")
                .test(1, "given 0(R)", "p", "", 0, 1)
                .test(2, "given 1(R)", "p", "", 0, 1)
                .test(3, "plain(R)", "p", "", 0, 1)
                .command("run")
                .command("quit")
                .run();
        assertEquals(List.of(), result.of("unusable"), result::toString);
        List<String> verdicts = result.verdicts();
        verdicts.sort(null);
        assertEquals(
                List.of("1 1:0 fails", "1 1:1 same", "2 1:0 same", "2 1:1 fails", "3 1:0 fails", "3 1:1 same"),
                verdicts,
                result::toString);
        assertEquals(0, result.exit, result::toString);
    }

    @Test
    void invocationsOfParameterisedClassesAndTestsInSuitesAreRunInPlace() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "P",
                        "import org.junit.*; import org.junit.runner.*; import org.junit.runners.*; import java.util.*;\n"
                                + "@RunWith(Parameterized.class) public class P {\n"
                                + "  @Parameterized.Parameters public static Collection<Object[]> data() { return Arrays.asList(new Object[][] {{1}, {2}}); }\n"
                                + "  final int n; public P(int n) { this.n = n; }\n"
                                + "  @Test public void t() { if (M.is(n)) Assert.fail(); }\n"
                                + "}\n")
                .source(
                        "E",
                        "import org.junit.*; import org.junit.runner.*; import org.junit.experimental.runners.*;\n"
                                + "@RunWith(Enclosed.class) public class E {\n"
                                + "  public static class In { static int opened; @BeforeClass public static void open() { opened++; }\n"
                                + "    @Test public void t() { Assert.assertEquals(1, opened); Assert.assertFalse(M.is(0)); } }\n"
                                + "  public static class Three extends junit.framework.TestCase { int runs; public void testIt() { assertEquals(0, runs++); assertFalse(M.is(0)); } }\n"
                                + "}\n")
                .verdicts("junit4", "P", "end")
                .test(1, "t[0](P)", "p", "", 0, 1, 2)
                .test(2, "t[1](P)", "p", "", 0, 1, 2)
                .command("run")
                .verdicts("junit4", "E", "each")
                .test(3, "t(E$In)", "p", "", 0, 1)
                .test(4, "testIt(E$Three)", "p", "", 0, 1)
                .command("run")
                .run();
        assertEquals(0, result.exit, result::toString);
        List<String> verdicts = result.verdicts();
        verdicts.sort(null);
        assertEquals(
                List.of(
                        "1 1:0 same",
                        "1 1:1 fails",
                        "1 1:2 same",
                        "2 1:0 same",
                        "2 1:1 same",
                        "2 1:2 fails",
                        "3 1:0 fails",
                        "3 1:1 same",
                        "4 1:0 fails",
                        "4 1:1 same"),
                verdicts,
                result::toString);
        assertEquals(List.of("stage 0 6", "stage 1 4"), result.of("stage"));
    }

    /** The runner is not a {@code ParentRunner}, so it runs as a whole, class fixtures included. */
    @Test
    void testsOfForeignRunnersAreRunByRunnersOfTheirOwn() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "Strange",
                        "import org.junit.runner.*; import org.junit.runner.manipulation.*; import org.junit.runner.notification.*; import org.junit.runners.*;\n"
                                + "public class Strange extends Runner implements Filterable { final BlockJUnit4ClassRunner in; public Strange(Class<?> c) throws Exception { in = new BlockJUnit4ClassRunner(c); }\n"
                                + "  public Description getDescription() { return in.getDescription(); } public void run(RunNotifier n) { in.run(n); } public void filter(Filter f) throws NoTestsRemainException { in.filter(f); } }\n")
                .source(
                        "T",
                        "import org.junit.*; import org.junit.runner.*; @RunWith(Strange.class) public class T { static int opened, runs;\n"
                                + "  @BeforeClass public static void open() { opened++; }\n"
                                + "  @Test public void t() { Assert.assertEquals(opened, ++runs); Assert.assertFalse(M.is(0)); }\n"
                                + "  @Test public void other() { throw new Error(); } }\n")
                .verdicts("junit4", "T", "end")
                .test(1, "t(T)", "p", "", 0, 1)
                .command("run")
                .run();
        assertEquals(List.of("1 1:0 fails", "1 1:1 same"), result.verdicts(), result::toString);
    }

    /** As in Mockito's runner, which releases its resources when it is notified that the test has finished. */
    @Test
    void runnersThatListenToTheirTestsHearThem() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "Listening",
                        "import org.junit.runner.*; import org.junit.runner.manipulation.*; import org.junit.runner.notification.*; import org.junit.runners.*; import org.junit.runners.model.*;\n"
                                + "public class Listening extends Runner implements Filterable { static int open; final BlockJUnit4ClassRunner in;\n"
                                + "  public Listening(Class<?> c) throws Exception { in = new BlockJUnit4ClassRunner(c) { protected Statement withBefores(FrameworkMethod m, Object o, Statement s) { if (++open > 1) throw new IllegalStateException(\"still open\"); return super.withBefores(m, o, s); } }; }\n"
                                + "  public Description getDescription() { return in.getDescription(); } public void filter(Filter f) throws NoTestsRemainException { in.filter(f); }\n"
                                + "  public void run(final RunNotifier n) { n.addListener(new RunListener() { public void testFinished(Description d) { open--; if (M.is(2)) n.fireTestFailure(new Failure(d, new Exception())); } }); in.run(n); } }\n")
                .source(
                        "T",
                        "import org.junit.*; import org.junit.runner.*; @RunWith(Listening.class) public class T {\n"
                                + "  @Test public void t() { Assert.assertFalse(M.is(0)); } @Test public void u() { Assert.assertFalse(M.is(1)); } }\n")
                .verdicts("junit4", "T", "end")
                .test(1, "t(T)", "p", "", 0, 1, 2)
                .test(2, "u(T)", "p", "", 0, 1)
                .command("run")
                .run();
        assertEquals(
                List.of("1 1:0 fails", "1 1:1 same", "1 1:2 fails", "2 1:0 same", "2 1:1 fails"),
                result.verdicts(),
                result::toString);
    }

    /** In place the queue is empty in the second run; a new runner fills it again. */
    @Test
    void aTestThatUsesUpWhatItsClassSetUpIsRunByARunnerOfItsOwn() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit4")
                .source(
                        "T",
                        "import org.junit.*; import java.util.*; public class T { static ArrayDeque<String> queue;\n"
                                + "  @BeforeClass public static void fill() { queue = new ArrayDeque<>(Arrays.asList(\"a\")); }\n"
                                + "  @Test public void takes() { Assert.assertEquals(M.is(0) ? \"b\" : \"a\", queue.remove()); } }\n")
                .verdicts("junit4", "T", "end")
                .test(1, "takes(T)", "p", "", 0, 1)
                .command("run")
                .run();
        assertEquals(List.of("1 1:0 fails", "1 1:1 same"), result.verdicts(), result::toString);
        assertEquals(0, result.exit);
    }

    @Test
    void versionsWithoutSchedulersAndTheFirstWithThemWork() {
        for (String version : List.of("junit44", "junit47")) {
            WorkerJvm.Result result = new WorkerJvm(folder, version)
                    .source(
                            "T",
                            "import org.junit.*; public class T { @Test public void t() { Assert.assertFalse(M.is(0)); } @Test public void u() { throw new IllegalStateException(); } }\n")
                    .source(
                            "Three",
                            "public class Three extends junit.framework.TestCase { int runs; public void testIt() { assertEquals(0, runs++); assertFalse(M.is(0)); } }\n")
                    .verdicts("junit4", "T", "end")
                    .test(1, "t(T)", "p", "", 0, 1)
                    .test(2, "u(T)", "f", "java.lang.IllegalStateException", 0)
                    .command("run")
                    .verdicts("junit4", "Three", "end")
                    .test(3, "testIt(Three)", "p", "", 0, 1)
                    .command("run")
                    .run();
            assertEquals(
                    List.of("1 1:0 fails", "1 1:1 same", "2 1:0 same", "3 1:0 fails", "3 1:1 same"),
                    result.verdicts(),
                    result::toString);
        }
    }
}
