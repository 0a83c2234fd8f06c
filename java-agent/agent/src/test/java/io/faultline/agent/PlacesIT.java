package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.agent.ChildJvm.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes of the project of which the code source does not say so, and classes that lose their probes. */
class PlacesIT {
    private static final String CALC = "package p; public class Calc {\n"
            + "  public static int half(int x) {\n"
            + "    return x / 2;\n"
            + "  }\n"
            + "}\n";

    /** Calls a class as the test gets it. */
    private static final String HALF = " static Object kept;"
            + " static int half(Class<?> of) throws Exception {"
            + "  kept = of; return (Integer) of.getMethod(\"half\", int.class).invoke(null, 6); }"
            + " static byte[] bytes(String folder) throws Exception {"
            + "  return java.nio.file.Files.readAllBytes(java.nio.file.Paths.get(folder + \"/p/Calc.class\")); }"
            + " static class Own extends ClassLoader { Class<?> of(String name, byte[] b, java.security.ProtectionDomain d) {"
            + "  return d == null ? defineClass(name, b, 0, b.length) : defineClass(name, b, 0, b.length, d); } }";

    private static final Set<String> RUN = new TreeSet<>(Set.of("p.Calc:3"));

    private final Path folder;
    private final ChildJvm jvm;

    PlacesIT(@TempDir Path folder) {
        this.folder = folder.toAbsolutePath();
        jvm = new ChildJvm(this.folder).source("classes", CALC);
    }

    @Test
    void aClassWithoutACodeSourceIsOfTheFolderThatHoldsIt() {
        test("new Own().of(\"p.Calc\", bytes(\"classes\"), null)");
        assertEquals(RUN, run());
        assertEquals(0, jvm.recorded("memory:"));
    }

    @Test
    void aClassOfACopyOutsideOfTheProjectIsTheProjects(@TempDir Path outside) throws IOException {
        Path copy = Files.createDirectories(outside.resolve("p")).resolve("Calc.class");
        Files.copy(folder.resolve("classes/p/Calc.class"), copy);
        test(from(outside));
        assertEquals(RUN, run());
    }

    @Test
    void anotherClassOfTheNameOutsideOfTheProjectIsNot(@TempDir Path outside) {
        new ChildJvm(outside).source("classes", CALC.replace("x / 2", "x - 3"));
        test(from(outside.resolve("classes")));
        assertEquals(Set.of(), run());
    }

    @Test
    void aClassWithASourceInTheProjectIsTheProjectsWithoutAFileThere(@TempDir Path outside) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("core/src/p"));
        Files.writeString(sources.resolve("Calc.java"), CALC);
        Path copy = Files.createDirectories(outside.resolve("p")).resolve("Calc.class");
        Files.move(folder.resolve("classes/p/Calc.class"), copy);
        test(from(outside));
        assertEquals(RUN, run());
    }

    @Test
    void aClassThatTestsDefineAsTheirsIsOfTheFolderThatHoldsIt() {
        test("new Own().of(\"p.Calc\", bytes(\"classes\"), PlaceTest.class.getProtectionDomain())");
        assertEquals(RUN, run());
    }

    @Test
    void aClassDefinedWithoutANameIsNoClassBehindTheAgentsBack() {
        test("new Own().of(null, bytes(\"classes\"), null)");
        assertEquals(RUN, run());
        assertEquals(0, jvm.recorded("defined without asking the agent"));
    }

    @Test
    void aClassOfTheBootLoaderIsOfTheFolderThatWasAppended() {
        test("Calc.class");
        jvm.flag("-Xbootclasspath/a:" + folder.resolve("classes"));
        assertEquals(RUN, run());
    }

    @Test
    void parallelTestsTellTheirHitsInClassesOfTheBootLoaderApart() {
        test("Calc.class");
        jvm.source(
                "test-classes",
                "package p; import org.junit.*; import org.junit.experimental.ParallelComputer;"
                        + "public class BothTest { public static class Idle {"
                        + " @Test public void idle() throws Exception { Calc.class.getName(); Thread.sleep(300); } }"
                        + " public static void main(String[] a) { System.out.println("
                        + "  org.junit.runner.JUnitCore.runClasses(ParallelComputer.classes(), PlaceTest.class, Idle.class)"
                        + "   .wasSuccessful()); System.exit(0); } }",
                "-cp",
                jvm.classPath());
        Result result =
                jvm.flag("-Xbootclasspath/a:" + folder.resolve("classes")).run("p.BothTest");
        assertEquals("true\n", result.out, result.err);
        assertEquals(RUN, jvm.file().tests.get("half(p.PlaceTest)"));
        assertEquals(Set.of(), jvm.file().tests.get("idle(p.BothTest$Idle)"));
    }

    @Test
    void aClassWithoutAFileIsRecordedAsCompiledInMemory() throws IOException {
        move("classes", "elsewhere");
        test("new Own().of(\"p.Calc\", bytes(\"elsewhere\"), null)");
        assertEquals(RUN, run());
        assertEquals(1, jvm.recorded("memory:"));
    }

    @Test
    void aClassWithoutLinesOrAFileIsNobodys() throws IOException {
        jvm.source("classes", CALC, "-g:none");
        move("classes", "elsewhere");
        test("new Own().of(\"p.Calc\", bytes(\"elsewhere\"), null)");
        assertEquals(Set.of(), run());
        assertEquals(0, jvm.recorded("p.Calc"));
    }

    @Test
    void aHiddenClassOfTestsThatIsAClassOfTheProjectIsNamed() {
        test("java.lang.invoke.MethodHandles.lookup().defineHiddenClass(bytes(\"classes\"), true).lookupClass()");
        run();
        assertEquals(1, jvm.recorded("defined as a hidden class"));
    }

    @Test
    void aClassThatAnotherAgentRedefinesAsCompiledKeepsItsProbes() throws IOException {
        test("OtherAgent.redefined(Calc.class, bytes(\"classes\"))");
        agent("");
        assertEquals(RUN, run());
        assertEquals(0, jvm.recorded("removed its probes"));
    }

    @Test
    void aClassWhoseProbesAnotherAgentRemovesIsNamed() throws IOException {
        test("Calc.class");
        agent("=strip");
        run();
        assertEquals(1, jvm.recorded("another agent removed its probes"));
    }

    @Test
    void aClassWhoseProbesAnotherAgentRemovesLaterIsNamed() throws IOException {
        test("OtherAgent.stripped(Calc.class, Calc.half(4))");
        agent("");
        run();
        assertEquals(1, jvm.recorded("another agent removed its probes"));
    }

    /** The class by a loader of a folder that knows no other class. */
    private static String from(Path folder) {
        return "new java.net.URLClassLoader(new java.net.URL[] {new java.io.File(\"" + folder
                + "\").toURI().toURL()}, null).loadClass(\"p.Calc\")";
    }

    private Set<String> run() {
        Result result = jvm.run("org.junit.runner.JUnitCore", "p.PlaceTest");
        assertTrue(result.out.contains("OK (1 test)"), result.out + result.err);
        assertEquals("", result.err);
        return jvm.file().tests.getOrDefault("half(p.PlaceTest)", new TreeSet<>());
    }

    private void test(String calc) {
        jvm.source(
                "test-classes",
                "package p; import java.lang.instrument.*; public class OtherAgent {"
                        + " static Instrumentation i;"
                        + " public static void premain(String a, Instrumentation x) { i = x; if (a != null) strip(); }"
                        + " static void strip() { i.addTransformer(new ClassFileTransformer() { public byte[] transform("
                        + "   ClassLoader l, String n, Class<?> c, java.security.ProtectionDomain d, byte[] b) {"
                        + "   try { return \"p/Calc\".equals(n)"
                        + "     ? java.nio.file.Files.readAllBytes(java.nio.file.Paths.get(\"classes/p/Calc.class\")) : null; }"
                        + "   catch (java.io.IOException e) { return null; } } }, true); }"
                        + " static Class<?> redefined(Class<?> c, byte[] b) throws Exception {"
                        + "  i.redefineClasses(new ClassDefinition(c, b)); return c; }"
                        + " static Class<?> stripped(Class<?> c, int before) throws Exception {"
                        + "  strip(); i.retransformClasses(c); return c; } }");
        jvm.source(
                "test-classes",
                "package p; import org.junit.*; public class PlaceTest {" + HALF
                        + " @Test public void half() throws Exception { Assert.assertEquals(3, half(" + calc
                        + ")); } }",
                "-cp",
                folder.resolve("elsewhere") + File.pathSeparator + jvm.classPath());
    }

    private void agent(String options) throws IOException {
        Path manifest = Files.writeString(
                folder.resolve("manifest.mf"),
                "Premain-Class: p.OtherAgent\nCan-Retransform-Classes: true\nCan-Redefine-Classes: true\n");
        Path jar = folder.resolve("other.jar");
        String classes = folder.resolve("test-classes").toString();
        int made = java.util.spi.ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "cfm", jar.toString(), manifest.toString(), "-C", classes, "p");
        assertEquals(0, made);
        jvm.flag("-javaagent:" + jar + options);
    }

    private void move(String from, String to) throws IOException {
        Files.move(folder.resolve(from), folder.resolve(to));
    }
}
