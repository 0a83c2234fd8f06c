package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs TestNG tests in a separate worker, with versions whose API types differ. */
final class NgIT {
    @TempDir
    Path folder;

    private static final String KINDS = "import org.testng.*; import org.testng.annotations.*;\n"
            + "public class T { static int opened; int before;\n"
            + "  @BeforeClass public void open() { opened++; }\n"
            + "  @BeforeMethod public void before() { before = 1; if (M.is(5)) throw new IllegalStateException(); }\n"
            + "  @DataProvider public Object[][] rows() { return new Object[][] {{1}, {2}}; }\n"
            + "  @Test public void passes() { Assert.assertEquals(opened, 1); Assert.assertEquals(before++, 1); Assert.assertFalse(M.is(0)); if (M.is(1)) throw new SkipException(\"s\"); }\n"
            + "  @Test public void fails() { if (!M.is(0)) throw new IllegalStateException(M.is(1) ? \"other\" : \"it\"); }\n"
            + "  @Test(dataProvider = \"rows\") public void row(int n) { Assert.assertFalse(M.is(n)); }\n"
            + "  @Test(expectedExceptions = IllegalStateException.class) public void expects() { if (!M.is(0)) throw new IllegalStateException(); }\n"
            + "  @Test(invocationCount = 2) public void twice() { Assert.assertFalse(M.is(0)); } }\n";

    @ParameterizedTest
    @ValueSource(strings = {"tng69", "tng614", "tng"})
    void everyKindOfVerdictIsGivenInPlace(String testng) {
        WorkerJvm.Result result = new WorkerJvm(folder, testng)
                .source("T", KINDS)
                .verdicts("testng", "T", "end")
                .test(1, "T.passes", "p", "", 0, 1, 2)
                .test(2, "T.fails", "f", "java.lang.IllegalStateException", 0, 1, 2)
                .test(3, "T.row[0]", "p", "", 1, 2)
                .test(4, "T.row[1]", "p", "", 1, 2)
                .test(5, "T.expects", "p", "", 0, 1)
                .test(6, "T.twice#2", "p", "", 0, 1)
                .command("run")
                .run();
        List<String> verdicts = result.verdicts();
        verdicts.sort(null);
        assertEquals(
                List.of(
                        "1 1:0 fails",
                        "1 1:1 aborts",
                        "1 1:2 same",
                        "2 1:0 passes",
                        "2 1:1 message",
                        "2 1:2 same",
                        "3 1:1 fails",
                        "3 1:2 same",
                        "4 1:1 same",
                        "4 1:2 fails",
                        "5 1:0 fails",
                        "5 1:1 same",
                        "6 1:0 fails",
                        "6 1:1 same"),
                verdicts,
                result::toString);
        assertEquals(0, result.exit, result::toString);
        assertEquals(List.of(), result.of("unusable"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tng69", "tng614", "tng"})
    void aMutantThatBreaksTheMethodsBeforeATestFailsItAndNoLaterRun(String testng) {
        WorkerJvm.Result result = new WorkerJvm(folder, testng)
                .source("T", KINDS)
                .verdicts("testng", "T", "each")
                .test(1, "T.passes", "p", "", 2, 5, 3, 0)
                .command("run")
                .run();
        assertEquals(
                List.of("1 1:2 same", "1 1:5 fails", "1 1:3 same", "1 1:0 fails"), result.verdicts(), result::toString);
        assertEquals(0, result.exit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tng69", "tng614", "tng"})
    void rowsOfAParallelDataProviderRunOneAfterAnotherInTheWorkersThread(String testng) {
        WorkerJvm.Result result = new WorkerJvm(folder, testng)
                .source(
                        "T",
                        "import org.testng.*; import org.testng.annotations.*;\n"
                                + "public class T { Thread thread;\n"
                                + "  @BeforeClass public void open() { thread = Thread.currentThread(); }\n"
                                + "  @DataProvider(parallel = true) public Object[][] rows() { return new Object[][] {{1}, {2}}; }\n"
                                + "  @Test(dataProvider = \"rows\") public void row(int n) { Assert.assertSame(Thread.currentThread(), thread); Assert.assertFalse(M.is(n)); } }\n")
                .verdicts("testng", "T", "end")
                .test(1, "T.row[0]", "p", "", 1, 2)
                .test(2, "T.row[1]", "p", "", 1, 2)
                .command("run")
                .run();
        assertEquals(
                List.of("1 1:1 fails", "1 1:2 same", "2 1:1 same", "2 1:2 fails"), result.verdicts(), result::toString);
        assertEquals(List.of(), result.of("unusable"));
        assertEquals(0, result.exit);
    }
}
