package io.faultline.amplify.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.runner.Fields;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs variants in separate JVMs, with each framework, and checks that bad variants do not affect others. */
final class RunIT {
    private static final Path BUILD = Path.of(System.getProperty("amplify.build"));

    /** Bodies of test methods, by name. */
    private static final Map<String, String> BODIES = new LinkedHashMap<>();

    static {
        BODIES.put(
                "testPasses",
                "io.faultline.amplify.observe.Observed.see(1.5); io.faultline.amplify.observe.Observed.see(\"a\\tb\");");
        BODIES.put("testFails", "Object o = null; o.toString();");
        BODIES.put("testExits", "System.exit(3);");
        BODIES.put("testLoops", "while (true) { }");
        BODIES.put("testSleeps", "Thread.sleep(60000);");
        BODIES.put(
                "testFloods",
                "for (int i = 0; i < 20000; i++) { System.out.println(\"flood\"); System.err.println(i); }");
        BODIES.put("testLinks", "throw new NoSuchMethodError(\"gone\");");
        BODIES.put(
                "testWrites_faultline_0",
                "java.io.File.createTempFile(\"own\", \".tmp\"); new java.io.File(\"by-a-variant\").createNewFile();");
        BODIES.put("testStarts_faultline_1", "Runtime.getRuntime().exec(\"true\");");
        BODIES.put("testLast", "");
    }

    @TempDir
    Path folder;

    private int status;
    private String said;

    private String classPath(String frameworks) throws Exception {
        StringBuilder path =
                new StringBuilder(BUILD.resolve("faultline-amplify-run.jar").toString());
        try (var jars = Files.list(BUILD.resolve("frameworks").resolve(frameworks))) {
            jars.sorted().forEach(jar -> path.append(File.pathSeparator).append(jar));
        }
        return path.toString();
    }

    private void compile(String frameworks, String head, String annotation) throws Exception {
        StringBuilder text = new StringBuilder("package p;\n" + head + " {\n");
        BODIES.forEach((name, body) -> text.append("  ")
                .append(annotation)
                .append(" public void ")
                .append(name)
                .append("() throws Throwable { ")
                .append(body)
                .append(" }\n"));
        compile(frameworks, text + "}\n");
    }

    private void compile(String frameworks, String text) throws Exception {
        Path source = Files.write(folder.resolve("T.java"), text.getBytes(StandardCharsets.UTF_8));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-nowarn",
                                "-proc:none",
                                "-cp",
                                classPath(frameworks),
                                "-d",
                                folder.toString(),
                                source.toString()));
    }

    private Map<String, List<String>> run(String framework, String frameworks, String order, List<String> methods)
            throws Exception {
        Path out = Files.write(folder.resolve("out.tsv"), new byte[0]);
        StringBuilder request = new StringBuilder(Fields.line("framework", framework) + Fields.line("class", "p.T"));
        methods.forEach(method -> request.append(Fields.line("method", method)));
        request.append(Fields.line("out", out.toString()))
                .append(Fields.line("order", order))
                .append(Fields.line("limit-ms", "1500"));
        Path file =
                Files.write(folder.resolve("request.tsv"), request.toString().getBytes(StandardCharsets.UTF_8));
        Path log = folder.resolve("log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.security.manager=allow",
                "-cp",
                folder + File.pathSeparator + classPath(frameworks),
                "io.faultline.amplify.run.Run",
                file.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it did not end");
        status = process.exitValue();
        // Ignores the JVM's own warning about security managers.
        said = Files.readString(log)
                .lines()
                .filter(line -> !line.startsWith("WARNING: "))
                .collect(Collectors.joining("\n"));
        Map<String, List<String>> ends = new LinkedHashMap<>();
        List<String> lines = Files.readAllLines(out, StandardCharsets.UTF_8);
        lines.stream().skip(1).map(Fields::split).forEach(fields -> ends.put(fields.get(0), fields));
        return ends;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "junit3  | junit3 | public class T extends junit.framework.TestCase |",
                "junit3  | junit4 | public class T extends junit.framework.TestCase |",
                "junit4  | junit4 | public class T                                  | @org.junit.Test",
                "jupiter | j5     | public class T                                  | @org.junit.jupiter.api.Test",
                "jupiter | j50    | public class T                                  | @org.junit.jupiter.api.Test",
                "jupiter | j6     | public class T                                  | @org.junit.jupiter.api.Test",
                "testng  | tng69  | public class T                                  | @org.testng.annotations.Test",
                "testng  | tng614 | public class T                                  | @org.testng.annotations.Test",
                "testng  | tng    | public class T                                  | @org.testng.annotations.Test",
            })
    void whatATestDoesSpoilsNoOther(String framework, String frameworks, String head, String annotation)
            throws Exception {
        compile(frameworks, head, annotation == null ? "" : annotation);
        List<String> methods = new ArrayList<>(BODIES.keySet());
        Map<String, List<String>> ends = run(framework, frameworks, "forward", methods);
        assertEquals(methods, new ArrayList<>(ends.keySet()), said);
        Map<String, String> outcomes = new LinkedHashMap<>();
        ends.forEach((method, fields) -> outcomes.put(method, fields.get(1)));
        assertEquals(
                "{testPasses=passed, testFails=failed, testExits=failed, testLoops=timeout, testSleeps=timeout, testFloods=passed, "
                        + "testLinks=linkage, testWrites_faultline_0=failed, testStarts_faultline_1=failed, testLast=passed}",
                outcomes.toString());
        assertEquals(List.of("D:1.5", "\"a\tb\""), ends.get("testPasses").subList(4, 6));
        assertEquals("java.lang.NullPointerException", ends.get("testFails").get(2));
        assertTrue(
                ends.get("testFails").get(3).startsWith("p.T.testFails:"),
                ends.get("testFails").toString());
        assertEquals(
                "java.lang.SecurityException",
                ends.get("testWrites_faultline_0").get(2));
        assertEquals(
                "java.lang.SecurityException",
                ends.get("testStarts_faultline_1").get(2));
        assertTrue(
                !Files.exists(Path.of("by-a-variant")) && !Files.exists(folder.resolve("by-a-variant")),
                "it was written");
        assertEquals("", said, "what tests write is swallowed");
        assertEquals(0, status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tng69", "tng614", "tng"})
    void rowsOfAParallelDataProviderRunInTheThreadOfAllTests(String testng) throws Exception {
        compile(
                testng,
                "package p;\nimport org.testng.annotations.*;\npublic class T {\n  Thread thread;\n"
                        + "  @BeforeClass public void open() { thread = Thread.currentThread(); }\n"
                        + "  @DataProvider(parallel = true) public Object[][] rows() { return new Object[][] {{1}, {2}}; }\n"
                        + "  @Test(dataProvider = \"rows\") public void row(int n) { if (Thread.currentThread() != thread) throw new IllegalStateException(); }\n}\n");
        assertEquals(
                "passed",
                run("testng", testng, "forward", List.of("row")).get("row").get(1),
                said);
    }

    @Test
    void methodsRunInBothOrders() throws Exception {
        compile("junit4", "public class T", "@org.junit.Test");
        List<String> asked = List.of("testLast", "testPasses", "testFails");
        assertEquals(
                asked, new ArrayList<>(run("junit4", "junit4", "forward", asked).keySet()));
        assertEquals(
                List.of("testFails", "testPasses", "testLast"),
                new ArrayList<>(run("junit4", "junit4", "backward", asked).keySet()));
    }

    @Test
    void aRequestThatCannotBeFollowedIsSaid() throws Exception {
        compile("junit4", "public class T", "@org.junit.Test");
        run("spock", "junit4", "forward", List.of("testLast"));
        assertEquals(2, status);
        assertTrue(said.contains("the framework `spock` is unknown"), said);
    }
}
