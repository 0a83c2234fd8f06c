package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs that a test starts run tests of their own, which are none of the build. */
class BelowIT {
    private final ChildJvm jvm;

    BelowIT(@TempDir Path folder) {
        String start = "static void start(String... c) throws Exception {"
                + " List<String> command = new ArrayList<>(List.of(System.getProperty(\"java.home\") + \"/bin/java\","
                + "  \"-cp\", System.getProperty(\"java.class.path\")));"
                + " command.addAll(Arrays.asList(c));"
                + " if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) throw new AssertionError(); }";
        String inner = " @Test public void inner() { p.Code.run(); }";
        jvm = new ChildJvm(folder.toAbsolutePath())
                .source("classes", "package p; public class Code {\n public static void run() {\n }\n}")
                .source("test-classes", "package p; import org.junit.Test; public class Inner {" + inner + "}")
                .source(
                        "test-classes",
                        "package org.pitest.coverage.execute; import org.junit.Test; public class CoverageMinion {"
                                + inner
                                + " public static void main(String[] a) {"
                                + "  org.junit.runner.JUnitCore.runClasses(CoverageMinion.class); } }")
                .source(
                        "test-classes",
                        "package p; import java.util.*; public class Starts { " + start
                                + " public static void main(String[] a) throws Exception {"
                                + "  if (a[0].equals(\"after\")) org.junit.runner.JUnitCore.runClasses(Inner.class);"
                                + "  if (a[0].equals(\"minion\")) start(\"org.pitest.coverage.execute.CoverageMinion\");"
                                + "  else start(\"org.junit.runner.JUnitCore\", \"p.Inner\"); } }")
                .source(
                        "test-classes",
                        "package p; import org.junit.*; public class Outer {"
                                + " @Test public void outer() throws Exception {"
                                + "  Thread thread = new Thread(() -> { try {"
                                + "    Starts.start(\"p.Starts\", \"test\"); } catch (Exception e) { throw new Error(e); } });"
                                + "  thread.start(); thread.join(); } }")
                .source(
                        "test-classes",
                        "package p; import org.junit.*; public class Fixture {"
                                + " @BeforeClass public static void before() throws Exception {"
                                + "  Starts.start(\"org.junit.runner.JUnitCore\", \"p.Inner\"); }"
                                + " @Test public void outer() { } }")
                .options("fork=true");
    }

    @Test
    void whatATestStartsHasNoRowsButItsClassesAreRecorded() {
        startsWithoutRows("Outer");
        assertEquals(1, jvm.recorded("\touter%28p.Outer%29"), "the test that started the JVM");
    }

    @Test
    void soHasWhatAFixtureStarts() {
        startsWithoutRows("Fixture");
        assertEquals(0, jvm.recorded("\touter%28p.Fixture%29"), "it works for all tests of the class");
    }

    private void startsWithoutRows(String outer) {
        assertEquals(0, jvm.run("org.junit.runner.JUnitCore", "p." + outer).exit);
        assertEquals(1, jvm.recorded("outer(p." + outer + ")"));
        assertEquals(0, jvm.recorded("inner(p.Inner)"));
        assertEquals(1, jvm.recorded("Code.java"));
    }

    @Test
    void whatIsStartedWhereNoTestRunsHasRows() {
        assertEquals(0, jvm.run("p.Starts", "test").exit);
        assertEquals(1, jvm.recorded("inner(p.Inner)"));
    }

    @Test
    void soHasWhatIsStartedAfterTests() {
        assertEquals(0, jvm.run("p.Starts", "after").exit);
        assertEquals(2, jvm.recorded("inner(p.Inner)"));
    }

    @Test
    void aMinionOfPitRecordsNothing() {
        assertEquals(0, jvm.run("p.Starts", "minion").exit);
        assertEquals(0, jvm.files().size());
    }
}
