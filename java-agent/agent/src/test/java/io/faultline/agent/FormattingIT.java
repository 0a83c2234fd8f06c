package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.agent.ChildJvm.Result;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that formats values does not count for the failing test, whether or not threads are told apart. */
class FormattingIT {
    private static final String VALUE = String.join(
            "\n",
            "public class Value {",
            "  private final int n;",
            "  public Value(int n) { this.n = n; }",
            "  public boolean equals(Object o) { return ((Value) o).n == n; }",
            "  public int hashCode() { return n; }",
            "  public String toString() {",
            "    if (n < 0) throw new IllegalStateException();",
            "    if (n == 100) return 1 + toString();",
            "    if (n == 50) inner();",
            "    return Names.of(n);",
            "  }",
            "  private static void inner() {",
            "    try { org.junit.Assert.assertEquals(1, 2); } catch (AssertionError e) { }",
            "  }",
            "}",
            "class Names {",
            "  static String[] names = {\"zero\"};",
            "  static String of(int n) { return n == 0 ? names[0] : \"\" + n; }",
            "}");

    private static final String TESTS = String.join(
            "\n",
            "import static org.junit.Assert.*;",
            "import org.junit.*;",
            "public class ValueTest {",
            "  @Test public void asked() { assertEquals(\"0\", \"\" + new Value(0)); }",
            "  @Test public void equal() { assertEquals(new Value(1), new Value(1)); }",
            "  @Test public void unequal() { assertEquals(new Value(1), new Value(2)); }",
            "  @Test public void same() { assertSame(new Value(1), new Value(2)); }",
            "  @Test public void isNull() { assertNull(new Value(1)); }",
            "  @Test public void matched() {",
            "    org.hamcrest.MatcherAssert.assertThat(new Value(1), org.hamcrest.CoreMatchers.is(new Value(2)));",
            "  }",
            "  @Test public void nested() { assertEquals(new Value(50), new Value(1)); }",
            "  @Test public void thrown() { assertEquals(new Value(-1), new Value(-2)); }",
            "  @Test public void thrownBySame() { assertSame(new Value(-1), new Value(-2)); }",
            "  @Test public void endless() { assertEquals(new Value(100), new Value(101)); }",
            "  public static void main(String[] how) {",
            "    boolean parallel = how[0].equals(\"parallel\");",
            "    org.junit.experimental.ParallelComputer computer = new org.junit.experimental.ParallelComputer(false, parallel);",
            "    System.out.println(org.junit.runner.JUnitCore.runClasses(computer, ValueTest.class).getFailureCount());",
            "  }",
            "}");

    private final Path folder;

    FormattingIT(@TempDir Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    @Test
    void oneTestAfterTheOther() {
        assertRecorded("serial");
    }

    @Test
    void testsAtTheSameTime() {
        assertRecorded("parallel");
    }

    private void assertRecorded(String how) {
        ChildJvm jvm = new ChildJvm(folder);
        jvm.source("classes", VALUE);
        jvm.source("test-classes", TESTS);
        Result result = jvm.run("ValueTest", how);
        assertEquals("9\n", result.out, result.err);
        RecordedFile file = jvm.file();
        assertEquals(expected(), file.tests);
        assertEquals(Map.of("Names", lines("Names:17")), file.initialisers);
        assertEquals(Map.of(), file.background);
    }

    private static Map<String, TreeSet<String>> expected() {
        TreeSet<String> compared = lines("Value:3", "Value:4");
        TreeSet<String> made = lines("Value:3");
        Map<String, TreeSet<String>> rows = new TreeMap<>();
        rows.put("asked(ValueTest)", lines("Value:3", "Value:7", "Value:8", "Value:9", "Value:10", "Names:18"));
        rows.put("equal(ValueTest)", compared);
        rows.put("unequal(ValueTest)", compared);
        rows.put("same(ValueTest)", made);
        rows.put("isNull(ValueTest)", made);
        rows.put("matched(ValueTest)", compared);
        rows.put("nested(ValueTest)", compared);
        rows.put("thrown(ValueTest)", lines("Value:3", "Value:4", "Value:7"));
        rows.put("thrownBySame(ValueTest)", lines("Value:3", "Value:7"));
        rows.put("endless(ValueTest)", lines("Value:3", "Value:4", "Value:7", "Value:8"));
        return rows;
    }

    private static TreeSet<String> lines(String... lines) {
        return new TreeSet<>(Arrays.asList(lines));
    }
}
