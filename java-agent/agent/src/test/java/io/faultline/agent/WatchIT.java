package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.agent.ChildJvm.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVM events: the end during a test, classes missed by transformers, throws. */
class WatchIT {
    private static final char FAILED = 1;
    private static final char ABORTED = 2;
    private static final int THROWN = 34;
    private static final int SEAL = 6;

    private static final String CALC = "package p; public class Calc {\n"
            + "  static final RuntimeException MADE_ONCE = new RuntimeException(null, null, false, false) {};\n"
            + "  public static int half(int x) {\n"
            + "    return x / 2;\n"
            + "  }\n"
            + "  public static java.lang.invoke.MethodHandles.Lookup lookup() {\n"
            + "    Runnable lambda = () -> {};\n"
            + "    lambda.run();\n"
            + "    return java.lang.invoke.MethodHandles.lookup(); }\n"
            + "  public static void leave() { System.exit(7); }\n"
            + "  public static void drop() { Runtime.getRuntime().halt(8); }\n"
            + "  public static int parse(String s) {\n"
            + "    try { return Integer.parseInt(s); }\n"
            + "    catch (NumberFormatException e) { throw new IllegalArgumentException(\"wrapped\", e); }\n"
            + "  }\n"
            + "  public static void again() {\n"
            + "    throw MADE_ONCE;\n"
            + "  }\n"
            + "  public static void late() {\n"
            + "    try { again(); } catch (RuntimeException e) {\n"
            + "      for (int i = 0; i < 2000; i++) try { throw new Exception(); } catch (Exception other) { }\n"
            + "      throw e;\n"
            + "    }\n"
            + "  }\n"
            + "}\n";

    private final Path folder;
    private final ChildJvm jvm;

    WatchIT(@TempDir Path folder) {
        this.folder = folder.toAbsolutePath();
        jvm = new ChildJvm(this.folder).source("classes", CALC);
    }

    @Test
    void aTestThatCallsExitHasFailedAndTheFileIsWhole() throws IOException {
        test(
                "LeaveTest",
                "@Test public void a_before() { Calc.half(2); }",
                "@Test public void b_leaves() { Calc.leave(); }");
        assertEquals(7, run("LeaveTest").exit);
        assertEquals(1, jvm.recorded("b_leaves" + FAILED));
        assertEquals(1, jvm.recorded("java.lang.Runtime.exit"));
        assertEquals(SEAL, lastRecord());
    }

    @Test
    void aTestThatHaltsTheJvmHasFailedAndTheFileIsWhole() throws IOException {
        test(
                "DropTest",
                "@Test public void a_before() { Calc.half(2); }",
                "@Test public void b_drops() { Calc.drop(); }");
        assertEquals(8, run("DropTest").exit);
        assertEquals(1, jvm.recorded("b_drops" + FAILED));
        assertEquals(1, jvm.recorded("java.lang.Runtime.halt"));
        assertEquals(SEAL, lastRecord());
    }

    @Test
    void withoutJvmtiExitIsSeenAndHaltTakesItsTestWithIt() throws IOException {
        jvm.options("jvmti=false");
        test("LeaveTest", "@Test public void leaves() { Calc.leave(); }");
        assertEquals(7, run("LeaveTest").exit);
        assertEquals(1, jvm.recorded("leaves" + FAILED));
        assertEquals(SEAL, lastRecord());
        test(
                "DropTest",
                "@Test public void a_before() { Calc.half(2); }",
                "@Test public void b_drops() { Calc.drop(); }");
        assertEquals(8, run("DropTest").exit);
        assertEquals(1, jvm.recorded("a_before(p.DropTest)"));
        assertEquals(0, jvm.recorded("b_drops(p.DropTest)"));
    }

    @Test
    void aTestHasFailedWhoseThreadEndsTheJvmWhileItWaits() throws IOException {
        test(
                "WaitTest",
                "@Test public void waits() throws Exception {"
                        + " Thread t = new Thread(Calc::drop); t.start(); t.join(); Thread.sleep(60000); }");
        assertEquals(8, run("WaitTest").exit);
        assertEquals(1, jvm.recorded("waits" + FAILED));
        assertEquals(SEAL, lastRecord());
    }

    @Test
    void aTestThatASignalEndsIsAborted() throws IOException {
        test(
                "SignalTest",
                "@Test public void runs() throws Exception {"
                        + " new ProcessBuilder(\"kill\", \"-TERM\", \"\" + ProcessHandle.current().pid()).start().waitFor();"
                        + " Thread.sleep(60000); }");
        assertEquals(143, run("SignalTest").exit);
        assertEquals(1, jvm.recorded("runs" + ABORTED));
        assertEquals(1, jvm.recorded("java.lang.Shutdown"));
        assertEquals(SEAL, lastRecord());
    }

    @Test
    void theExceptionInsideAWrapperIsRecordedWithTheFailure() throws IOException {
        test("WrapTest", "@Test public void parses() { Calc.parse(\"x\"); }");
        run("WrapTest");
        String recording = jvm.recordings().get(0);
        int test = recording.indexOf("parses" + FAILED);
        int wrapper = recording.indexOf("java.lang.IllegalArgumentException", test);
        int root = recording.indexOf("java.lang.NumberFormatException", wrapper);
        assertTrue(
                test > 0 && wrapper > test && root > wrapper,
                "test " + test + ", wrapper " + wrapper + ", root " + root);
        assertTrue(kinds().contains(THROWN), kinds().toString());
    }

    @Test
    void hiddenClassesInScopeAreCountedAndLambdasAreNot() {
        jvm.source(
                "classes", "package p; public class Other {\n" + "  public static int of() {\n    return 3;\n  }\n}\n");
        test(
                "HiddenTest",
                "static Object kept;",
                "@Test public void hides() throws Exception {"
                        + " byte[] b = java.nio.file.Files.readAllBytes(java.nio.file.Paths.get(\"classes/p/Other.class\"));"
                        + " Class<?> hidden = Calc.lookup().defineHiddenClass(b, true).lookupClass();"
                        + " kept = hidden; Assert.assertEquals(3, hidden.getMethod(\"of\").invoke(null)); }");
        Result result = run("HiddenTest");
        assertTrue(result.out.contains("OK (1 test)"), result.out + result.err);
        assertEquals(1, jvm.recorded("defined as a hidden class"));
        assertEquals(0, jvm.recorded("defined without asking the agent"));
    }

    @Test
    void classesThatAnEarlierAgentLoadedAreInstrumentedWhereTheyStand() throws IOException {
        jvm.source(
                "test-classes",
                "package p; public class Early {" + " public static void premain(String a) { Calc.half(4); } }");
        Path jar = folder.resolve("early.jar");
        try (java.util.jar.JarOutputStream out = new java.util.jar.JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new java.util.zip.ZipEntry("META-INF/MANIFEST.MF"));
            out.write("Manifest-Version: 1.0\nPremain-Class: p.Early\n".getBytes(StandardCharsets.US_ASCII));
        }
        test("LaterTest", "@Test public void later() { Calc.half(2); }");
        Result result = jvm.first("-javaagent:" + jar).run("org.junit.runner.JUnitCore", "p.LaterTest");
        assertTrue(result.out.contains("OK (1 test)"), result.out + result.err);
        assertEquals(2, jvm.recorded("Calc.java"), "Calc and Calc$1");
        assertEquals(0, jvm.recorded("loaded before the agent"));
    }

    @Test
    void agentpathAloneIsOneLineAndTheProgramWorks() throws IOException {
        test("AloneTest", "@Test public void works() { Calc.half(2); }");
        Result result =
                jvm.withoutAgent().flag("-agentpath:" + library()).run("org.junit.runner.JUnitCore", "p.AloneTest");
        assertTrue(result.out.contains("OK (1 test)"), result.out);
        assertEquals(1, result.err.lines().count(), result.err);
        assertTrue(result.err.startsWith("faultline: -agentpath works with -javaagent"), result.err);
    }

    @Test
    void theLibraryOfAgentpathServesTheJavaAgentAndTellsWhereExceptionsAreThrown() throws IOException {
        test("AgainTest", "@Test public void throwsAgain() { Calc.again(); }");
        Result without = run("AgainTest");
        assertEquals("", without.err);
        assertTrue(!kinds().contains(THROWN), "an exception that is made once has no trace to tell");
        Result result =
                jvm.flag("-agentpath:" + library() + "=throw-sites").run("org.junit.runner.JUnitCore", "p.AgainTest");
        assertEquals("", result.err);
        assertNotEquals(0, result.exit);
        // The stack frame, and the class's table of methods in both recordings.
        assertTrue(jvm.files().stream()
                .anyMatch(f -> f.words.indexOf("throwsAgain" + FAILED) >= 0 && f.kinds.contains(THROWN)));
    }

    @Test
    void aRethrowAfterThousandsOfThrowsIsNotTakenForTheThrow() throws IOException {
        test("LateTest", "@Test public void throwsLate() { Calc.late(); }");
        Result result =
                jvm.flag("-agentpath:" + library() + "=throw-sites").run("org.junit.runner.JUnitCore", "p.LateTest");
        assertEquals("", result.err);
        assertTrue(jvm.recordings().stream().anyMatch(r -> r.contains("throwsLate" + FAILED)));
        assertTrue(!kinds().contains(THROWN), "the first throw is no longer remembered");
    }

    private Result run(String test) {
        return jvm.run("org.junit.runner.JUnitCore", "p." + test);
    }

    private void test(String name, String... members) {
        jvm.source(
                "test-classes",
                "package p; import org.junit.*; import org.junit.runners.*;"
                        + " @FixMethodOrder(MethodSorters.NAME_ASCENDING) public class " + name + " {\n\n\n"
                        + String.join(" ", members) + " }",
                "-cp",
                jvm.classPath());
    }

    private Path library() throws IOException {
        Path file = folder.resolve("libfaultline.so");
        try (ZipFile jar = new ZipFile(System.getProperty("agent.jar"))) {
            String arch = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
            String entry = "META-INF/faultline/linux-" + arch + "/libfaultline.so";
            Files.write(file, jar.getInputStream(jar.getEntry(entry)).readAllBytes());
        }
        return file;
    }

    private int lastRecord() {
        List<Integer> kinds = kinds();
        return kinds.get(kinds.size() - 1);
    }

    private List<Integer> kinds() {
        return jvm.file().kinds;
    }
}
