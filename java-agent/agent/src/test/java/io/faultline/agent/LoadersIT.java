package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.agent.ChildJvm.Result;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes defined by other loaders than the application's, and redefined classes. */
class LoadersIT {
    private static final String CALC = "package p; public class Calc {\n"
            + "  static int two = 2;\n"
            + "  public static int half(int x) {\n"
            + "    return x / two;\n"
            + "  }\n"
            + "}\n";

    private final Path folder;
    private final ChildJvm jvm;

    LoadersIT(@TempDir Path folder) {
        this.folder = folder.toAbsolutePath();
        jvm = new ChildJvm(this.folder).source("classes", CALC);
    }

    /** Like OSGi and application servers. */
    @Test
    void aLoaderThatDelegatesNothingButJavaRunsInstrumentedCode() {
        jvm.source(
                "test-classes",
                "package p; import java.nio.file.*; import java.security.*; import org.junit.*;"
                        + "public class IsolatedTest { static class Strict extends ClassLoader {"
                        + "  protected Class<?> loadClass(String n, boolean r) throws ClassNotFoundException {"
                        + "   if (n.startsWith(\"java.\")) return super.loadClass(n, r);"
                        + "   if (!n.equals(\"p.Calc\")) throw new ClassNotFoundException(n);"
                        + "   try { byte[] b = Files.readAllBytes(Paths.get(\"classes/p/Calc.class\"));"
                        + "    return defineClass(null, b, 0, b.length, Calc.class.getProtectionDomain()); }"
                        + "   catch (java.io.IOException e) { throw new ClassNotFoundException(n, e); } } }"
                        + " @Test public void isolated() throws Exception {"
                        + "  Assert.assertEquals(3, new Strict().loadClass(\"p.Calc\", true).getMethod(\"half\", int.class).invoke(null, 6)); } }");
        Result result = jvm.run("org.junit.runner.JUnitCore", "p.IsolatedTest");
        assertTrue(result.out.contains("OK (1 test)"), result.out);
        assertEquals(2, jvm.recorded("Calc.java"), "one class record per loader");
    }

    @Test
    void namedModulesAreRecordedWithJUnitOnTheModulePath() throws Exception {
        jvm.source(
                "m/classes",
                "package q; public class Half {\n  public static int of(int x) {\n    return x / 2;\n  }\n}");
        jvm.source(
                "m/classes",
                "package q; import org.junit.*; public class HalfTest {"
                        + " @Test public void inModule() { Assert.assertEquals(2, Half.of(4)); Assert.assertTrue(Half.class.getModule().isNamed());"
                        + "  Assert.assertTrue(Test.class.getModule().isNamed()); } }");
        jvm.source("m/classes", "module m { requires junit; opens q; exports q; }", "-p", ChildJvm.junit4());
        Result result = jvm.runPlain(
                "-p",
                folder.resolve("m/classes") + File.pathSeparator + ChildJvm.junit4(),
                "--add-modules",
                "m",
                "-m",
                "junit/org.junit.runner.JUnitCore",
                "q.HalfTest");
        assertTrue(result.out.contains("OK (1 test)"), result.out + result.err);
        assertEquals(1, jvm.recorded("inModule(q.HalfTest)"));
        assertEquals(1, jvm.recorded("Half.java"));
    }

    /** Mocking tools retransform classes, which keep their numbers and probes. */
    @Test
    void aRetransformedClassIsRegisteredOnceAndStillCovered() throws Exception {
        jvm.source(
                "test-classes",
                "package p; import java.lang.instrument.*; import org.junit.*;"
                        + "public class AgainTest { static Instrumentation i;"
                        + " public static void premain(String a, Instrumentation x) { i = x; }"
                        + " @Test public void first() { Assert.assertEquals(2, Calc.half(4)); }"
                        + " @Test public void second() throws Exception { Calc.half(2); i.retransformClasses(Calc.class);"
                        + "  Assert.assertEquals(2, Calc.half(4)); }"
                        + " @Test public void third() throws Exception {"
                        + "  byte[] b = java.nio.file.Files.readAllBytes(java.nio.file.Paths.get(\"classes/p/Calc.class\"));"
                        + "  i.redefineClasses(new ClassDefinition(Calc.class, b)); Assert.assertEquals(2, Calc.half(4)); } }");
        Path manifest = Files.writeString(
                folder.resolve("manifest.mf"),
                "Premain-Class: p.AgainTest\nCan-Retransform-Classes: true\nCan-Redefine-Classes: true\n");
        Path second = folder.resolve("second.jar");
        assertEquals(
                0,
                java.util.spi.ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "cfm",
                                second.toString(),
                                manifest.toString(),
                                "-C",
                                folder.resolve("test-classes").toString(),
                                "p/AgainTest.class"));
        Result result = jvm.flag("-javaagent:" + second).run("org.junit.runner.JUnitCore", "p.AgainTest");
        assertTrue(result.out.contains("OK (3 tests)"), result.out + result.err);
        assertEquals(1, jvm.recorded("Calc.java"));
        assertEquals(0, jvm.recorded("internal error: "));
    }

    @Test
    void aClassWithoutLinesWorksAndIsNamed() {
        jvm.source("classes", "package p; public class Bare { public static int x() { return 5; } }", "-g:none");
        jvm.source(
                "test-classes",
                "package p; public class Main { public static void main(String[] a) {"
                        + " System.out.println(Bare.x() + Calc.half(2)); } }");
        Result result = jvm.run("p.Main");
        assertEquals("6\n", result.out);
        assertEquals(1, jvm.recorded("no line numbers"));
        assertEquals(2, jvm.recorded("p.Bare"), "refused, and a class of which it is known who ran it");
    }
}
