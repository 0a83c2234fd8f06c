package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs JUnit 3 tests with JUnit 3.8.2 alone and inside JUnit 4. */
final class JUnit3IT {
    @TempDir
    Path folder;

    /** A test that fails if a run sees fields changed by an earlier one. */
    private static final String REUSED = "import junit.framework.*; import java.util.*;\n"
            + "public class T extends TestCase { int runs; List<String> seen = new ArrayList<>();\n"
            + "  public T(String name) { super(name); }\n"
            + "  public void testClean() { assertEquals(0, runs++); assertEquals(0, seen.size()); seen.add(\"x\"); assertFalse(M.is(0)); if (M.is(1)) throw new Error(); }\n"
            + "  public void testFails() { if (!M.is(0)) fail(M.is(1) ? \"other\" : \"it\"); }\n"
            + "  public void testElse() { throw new Error(); } }\n";

    @Test
    void eachRunHasAnInstanceOfItsOwn() {
        for (String framework : List.of("junit3", "junit4")) {
            WorkerJvm.Result result = new WorkerJvm(folder, framework)
                    .source("T", REUSED)
                    .verdicts(framework, "T", "end")
                    .test(1, "testClean(T)", "p", "", 0, 1, 2)
                    .test(2, "testFails(T)", "f", "junit.framework.AssertionFailedError", 0, 1, 2)
                    .command("run")
                    .run();
            List<String> verdicts = result.verdicts();
            verdicts.sort(null);
            assertEquals(
                    List.of("1 1:0 fails", "1 1:1 fails", "1 1:2 same", "2 1:0 passes", "2 1:1 message", "2 1:2 same"),
                    verdicts,
                    result::toString);
            assertEquals(0, result.exit, result::toString);
        }
    }

    /** Such tests cannot be constructed anew, so the original instance is reused with its fields restored. */
    @Test
    void testsThatASuiteMethodGaveParametersKeepThem() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit3")
                .source(
                        "T",
                        "import junit.framework.*; public class T extends TestCase { final int n; int runs;\n"
                                + "  public T(String name) { this(name, 0); } T(String name, int n) { super(name); this.n = n; }\n"
                                + "  public static Test suite() { TestSuite s = new TestSuite(); s.addTest(new T(\"test7\", 7)); s.addTest(new T(\"test8\", 8) { public void runTest() { assertEquals(0, runs++); } }); return s; }\n"
                                + "  public void test7() { assertEquals(7, n); assertEquals(0, runs++); assertFalse(M.is(0)); } }\n")
                .verdicts("junit3", "T", "end")
                .test(1, "test7(T)", "p", "", 0, 1)
                .test(2, "test8(T$1)", "p", "", 0)
                .command("run")
                .run();
        assertEquals(List.of("1 1:0 fails", "1 1:1 same", "2 1:0 same"), result.verdicts(), result::toString);
    }

    @Test
    void whatADecoratorHasSetUpStaysUp() {
        WorkerJvm.Result result = new WorkerJvm(folder, "junit3")
                .source(
                        "T",
                        "import junit.framework.*; import junit.extensions.*; public class T extends TestCase { static int opened;\n"
                                + "  public static Test suite() { return new TestSetup(new TestSuite(T.class)) { protected void setUp() { opened++; } protected void tearDown() { opened = 0; } }; }\n"
                                + "  public void testIt() { assertEquals(1, opened); assertFalse(M.is(0)); } }\n")
                .verdicts("junit3", "T", "each")
                .test(1, "testIt(T)", "p", "", 0, 1)
                .command("run")
                .run();
        assertEquals(List.of("1 1:0 fails", "1 1:1 same"), result.verdicts(), result::toString);
    }

    /** JUnit 3 finds no test in such a class, since it cannot make one: the outer class has no instance for it. */
    @Test
    void testsOfInnerClassesAreFoundInTheSuiteOfTheOuterClass() {
        for (String framework : List.of("junit3", "junit4")) {
            WorkerJvm.Result result = new WorkerJvm(folder, framework)
                    .source(
                            "T",
                            "import junit.framework.*; public class T extends TestCase { final int n = 7;\n"
                                    + "  public static Test suite() { TestSuite s = new TestSuite(T.class); s.addTest(new T().new In(\"testIt\")); return s; }\n"
                                    + "  public class In extends TestCase { In(String name) { super(name); }\n"
                                    + "    public void testIt() { assertEquals(7, n); assertFalse(M.is(0)); } }\n"
                                    + "  public void testOuter() { assertEquals(7, n); } }\n")
                    .verdicts(framework, "T$In", "end")
                    .test(1, "testIt(T$In)", "p", "", 0, 1)
                    .command("run")
                    .run();
            assertEquals(List.of("1 1:0 fails", "1 1:1 same"), result.verdicts(), result::toString);
        }
    }

    /** Such a class, as guava-testlib's, has no constructor that JUnit could call, and the name of a test says whose it is. */
    @Test
    void testsOfLibraryClassesAreFoundInTheSuitesOfTheProject() {
        String made =
                "public static Test suite() { TestSuite s = new TestSuite(); s.addTest(new Lib(\"testIt\", %d)); return s; } }\n";
        for (String framework : List.of("junit3", "junit4")) {
            WorkerJvm.Result result = new WorkerJvm(folder, framework)
                    .source(
                            "Lib",
                            "import junit.framework.*; public class Lib extends TestCase { final int size;\n"
                                    + "  public Lib(String name, int size) { super(name); this.size = size; }\n"
                                    + "  public String getName() { return super.getName() + \"[list of \" + size + \"]\"; }\n"
                                    + "  public void testIt() { assertTrue(size > 0); assertFalse(M.is(size)); } }\n")
                    .source("A", "import junit.framework.*; public class A { " + String.format(made, 1))
                    .source("B", "import junit.framework.*; public class B { " + String.format(made, 2))
                    .source(
                            "C",
                            "import junit.framework.*; public class C { public static Test suite() { throw new Error(); } }")
                    .setting("suite", "A")
                    .setting("suite", "C")
                    .setting("suite", "B")
                    .verdicts(framework, "A", "end")
                    .test(1, "testIt[list of 1](Lib)", "p", "", 1, 2)
                    .test(2, "testIt[list of 2](Lib)", "p", "", 1, 2)
                    .command("run")
                    .run();
            List<String> verdicts = result.verdicts();
            verdicts.sort(null);
            assertEquals(List.of("1 1:1 fails", "1 1:2 same", "2 1:1 same", "2 1:2 fails"), verdicts, result::toString);
        }
    }
}
