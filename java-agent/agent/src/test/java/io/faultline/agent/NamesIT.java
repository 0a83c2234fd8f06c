package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.agent.ChildJvm.Result;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JUnit 4's tests have the same ids in each run, whatever their names show of the run, and ids of their own. */
class NamesIT {
    private static final String CODE = String.join(
            "\n",
            "public class Code {",
            "  public static void run(int line) {",
            "    switch (line) {",
            "      case 0: line++; break;",
            "      case 1: line++; break;",
            "      case 2: line++; break;",
            "      case 3: line++; break;",
            "      case 4: line++; break;",
            "      default: line++;",
            "    }",
            "  }",
            "}");

    private static final String TESTS = String.join(
            "\n",
            "import java.util.*;",
            "import org.junit.*;",
            "import org.junit.runner.*;",
            "import org.junit.runners.*;",
            "@RunWith(Parameterized.class)",
            "public class GivenTest {",
            "  @Parameterized.Parameters(name = \"{0}\")",
            "  public static List<Object[]> values() {",
            "    return Arrays.asList(new Object[][] {",
            "      {new Object(), 0}, {new Object(), 1}, {java.time.Instant.now(), 2}, {\"same\", 3}, {\"same\", 4}});",
            "  }",
            "  private final int line;",
            "  public GivenTest(Object shown, int line) { this.line = line; }",
            "  @Test public void runs() { Code.run(line); }",
            "  @Test public void only() { Assume.assumeTrue(line == 4); Code.run(5); }",
            "  @FixMethodOrder(MethodSorters.NAME_ASCENDING)",
            "  public static class Plain { @Test public void once() { Code.run(0); } }",
            "  @RunWith(Parameterized.class)",
            "  public static class Numbered {",
            "    @Parameterized.Parameters public static List<Object[]> values() {",
            "      return Arrays.asList(new Object[][] {{0}, {1}});",
            "    }",
            "    @Parameterized.Parameter public int line;",
            "    @Test public void each() { Code.run(line); }",
            "  }",
            "  public static void main(String[] none) {",
            "    Class<?>[] all = {GivenTest.class, Plain.class, Numbered.class};",
            "    JUnitCore.runClasses(all);",
            "    System.out.println(JUnitCore.runClasses(all).getRunCount());", // as a rerun does
            "  }",
            "}");

    private final Path folder;

    NamesIT(@TempDir Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    @Test
    void namesWithHashesTimesAndEqualsAreTheSameInEachRun() {
        for (int run = 0; run < 2; run++) {
            ChildJvm jvm = new ChildJvm(folder.resolve("run" + run));
            jvm.source("classes", CODE);
            jvm.source("test-classes", TESTS);
            Result result = jvm.run("GivenTest");
            assertEquals("13\n", result.out, result.err);
            RecordedFile file = jvm.file();
            assertEquals(expected(), file.tests);
            assertTrue(file.words.indexOf("\0runs[java.lang.Object@") >= 0, "the name that JUnit shows is kept");
        }
    }

    private static Map<String, TreeSet<String>> expected() {
        Map<String, TreeSet<String>> rows = new TreeMap<>();
        String[] shown = {"[java.lang.Object]", "[java.lang.Object]#2", "[time]", "[same]", "[same]#2"};
        for (int i = 0; i < shown.length; i++) {
            rows.put("runs" + shown[i] + "(GivenTest)", lines("Code:" + (i + 4)));
            rows.put("only" + shown[i] + "(GivenTest)", i == 4 ? lines("Code:9") : new TreeSet<>());
        }
        rows.put("once(GivenTest$Plain)", lines("Code:4"));
        rows.put("each[0](GivenTest$Numbered)", lines("Code:4"));
        rows.put("each[1](GivenTest$Numbered)", lines("Code:5"));
        return rows;
    }

    private static TreeSet<String> lines(String line) {
        return new TreeSet<>(Set.of("Code:3", line, "Code:11"));
    }
}
