package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.agent.ChildJvm.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Effects of the agent that a program could observe. */
class VisibilityIT {
    private static final String CALC = "package p; public class Calc {\n"
            + "  public static int half(int x) {\n"
            + "    return x / 2;\n"
            + "  }\n"
            + "}\n";

    private final ChildJvm jvm;

    VisibilityIT(@TempDir Path folder) {
        jvm = new ChildJvm(folder.toAbsolutePath()).source("classes", CALC);
    }

    @Test
    void outputAndExitCodeAreTheProgramsOwn() {
        jvm.source(
                "test-classes",
                "package p; public class Main { public static void main(String[] a) {"
                        + " System.out.println(Calc.half(8)); System.err.println(\"e\"); System.exit(3); } }");
        Result result = jvm.run("p.Main");
        assertEquals("4\n", result.out);
        assertEquals("e\n", result.err);
        assertEquals(3, result.exit);
        assertEquals(1, jvm.recorded("Calc.java"));
    }

    @Test
    void aProgramThatReturnsFromMainEndsAlthoughTheAgentIsThere() {
        jvm.source(
                "test-classes",
                "package p; public class Main { public static void main(String[] a) {" + " Calc.half(1); } }");
        Result result = jvm.run("p.Main");
        assertEquals("", result.out + result.err);
        assertEquals(0, result.exit);
    }

    @Test
    void noClassOfOursIsFoundOtherThanThroughTheBootLoader() {
        jvm.source(
                "test-classes",
                "package p; import java.util.*; import java.util.jar.*;"
                        + "public class Main { public static void main(String[] a) throws Exception { int n = 0;"
                        + " try (JarFile jar = new JarFile(a[0])) {"
                        + "  for (JarEntry e : Collections.list(jar.entries())) { if (!e.getName().endsWith(\".class\")) continue;"
                        + "   String name = e.getName().replace('/', '.').substring(0, e.getName().length() - 6); n++;"
                        + "   for (ClassLoader l : new ClassLoader[] {Main.class.getClassLoader(), Thread.currentThread().getContextClassLoader()})"
                        + "    if (Class.forName(name, false, l).getClassLoader() != null) System.out.println(name); } }"
                        + " System.out.println(n > 60); } }");
        Result result = jvm.run("p.Main", System.getProperty("agent.jar"));
        assertEquals("", result.err);
        assertEquals("true\n", result.out);
    }

    @Test
    void threadsAndSystemPropertiesAndMembersAreAsWithoutTheAgent() {
        jvm.source(
                "test-classes",
                "package p; import java.util.*; public class Main {"
                        + " public static void main(String[] a) throws Exception { Calc.half(2);"
                        + "  TreeSet<String> t = new TreeSet<>(); for (Thread x : Thread.getAllStackTraces().keySet()) t.add(x.getName());"
                        + "  t.removeIf(x -> x.startsWith(\"Common-Cleaner\") || x.startsWith(\"Notification\")); System.out.println(t);"
                        + "  System.out.println(Arrays.toString(Calc.class.getDeclaredMethods()));"
                        + "  System.out.println(Arrays.toString(Calc.class.getDeclaredFields()));"
                        + "  for (Map.Entry<?, ?> e : new TreeMap<>(System.getProperties()).entrySet()) System.out.println(e); } }");
        Result with = jvm.run("p.Main");
        Result without = jvm.withoutAgent().run("p.Main");
        assertEquals(without.out, with.out);
        assertTrue(with.out.contains("half"), with.out);
    }

    @Test
    void jniIsUsedByTheRules() {
        jvm.source(
                "test-classes",
                "package p; import org.junit.Test; public class CalcTest {"
                        + " @Test public void halves() { org.junit.Assert.assertEquals(4, Calc.half(8)); }"
                        + " @Test public void fails() { org.junit.Assert.assertEquals(5, Calc.half(8)); } }");
        Result result = jvm.flag("-Xcheck:jni").run("org.junit.runner.JUnitCore", "p.CalcTest");
        assertEquals("", result.err);
        assertTrue(!result.out.contains("WARNING") && !result.out.contains("FATAL"), result.out);
        assertEquals(1, jvm.recorded("halves(p.CalcTest)"));
    }

    @Test
    void aTestThreadWithoutPermissionsIsNeverAskedForAnyOnOurBehalf() {
        String manager = "class Manager extends SecurityManager { static volatile boolean on;"
                + " public void checkPermission(java.security.Permission p) { if (!on) return;"
                + "  for (StackTraceElement f : new Throwable().getStackTrace())"
                + "   if (f.getClassName().startsWith(\"io.faultline.\")) { System.out.println(p); return; } }"
                + " public void checkPermission(java.security.Permission p, Object c) { checkPermission(p); } }";
        jvm.source(
                "classes",
                "package p; public class Late { static int n = Calc.half(6); public static int n() { return n; } }");
        jvm.source(
                "test-classes",
                "package p; import org.junit.*; public class SandboxTest {"
                        + " @BeforeClass public static void on() { System.setSecurityManager(new Manager()); Manager.on = true; }"
                        + " @AfterClass public static void off() { Manager.on = false; }"
                        + " @Test public void loads() throws Exception { Thread t = new Thread(() -> Assert.assertEquals(3, Late.n()));"
                        + "  t.start(); t.join(); }"
                        + " @Test public void fails() { Assert.assertEquals(4, Late.n()); }"
                        + " @Test @Ignore public void ignored() { } }\n" + manager);
        Result result = jvm.flag("-Djava.security.manager=allow").run("org.junit.runner.JUnitCore", "p.SandboxTest");
        assertTrue(!result.out.contains("Permission"), result.out);
        assertTrue(result.out.contains("Tests run: 2,  Failures: 1"), result.out + result.err);
        assertEquals(1, jvm.recorded("loads(p.SandboxTest)"));
        assertEquals(1, jvm.recorded("Late.java"));
    }
}
