package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Outcomes of conditions, switches and calls, for each instruction. */
class ElementsTest {
    /**
     * Returns the outcomes of class {@code Main} after a run of {@code main} with this body, without those of main
     * itself.
     */
    private static List<String> outcomes(Probes probes, String members, String main) throws Exception {
        String source = "import java.util.*;\npublic class Main {\n public static void main(String[] a) {\n  "
                + main.replace("\n", " ") + "\n }\n" + members + "}\n";
        Map<String, byte[]> classes = Compilation.of("Main", source, 8);
        Probed loader = new Probed(classes, probes);
        assertEquals(Run.output(new Probed(classes, Probes.NONE), "Main"), Run.output(loader, "Main"));
        return loader.outcomes("Main").stream()
                .filter(outcome -> !outcome.startsWith("4 "))
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @EnumSource(names = {"RICH", "RICH_SCOPED"})
    void everyRelationIsToldByWhetherItJumped(Probes probes) throws Exception {
        String members = " static int of(int x, int y, Object o) {\n"
                + "  int n = 0;\n"
                + "  if (x == 0) n++;\n" // 8: ifne
                + "  if (x != 0) n++;\n" // 9: ifeq
                + "  if (x < 0) n++;\n" // 10: ifge
                + "  if (x >= 0) n++;\n" // 11: iflt
                + "  if (x > 0) n++;\n" // 12: ifle
                + "  if (x <= 0) n++;\n" // 13: ifgt
                + "  if (x == y) n++;\n" // 14: if_icmpne
                + "  if (x != y) n++;\n" // 15: if_icmpeq
                + "  if (x < y) n++;\n" // 16: if_icmpge
                + "  if (x >= y) n++;\n" // 17: if_icmplt
                + "  if (x > y) n++;\n" // 18: if_icmple
                + "  if (x <= y) n++;\n" // 19: if_icmpgt
                + "  if (o == null) n++;\n" // 20: ifnonnull
                + "  if (o != null) n++;\n" // 21: ifnull
                + "  if (o == \"a\") n++;\n" // 22: if_acmpne
                + "  if (o != \"a\") n++;\n" // 23: if_acmpeq
                + "  return n;\n }\n";
        assertEquals(
                List.of(
                        "8 != 0: 1",
                        "9 == 0: 0",
                        "10 >= 0: 1",
                        "11 < 0: 0",
                        "12 <= 0: 0",
                        "13 > 0: 1",
                        "14 !=: 1",
                        "15 ==: 0",
                        "16 >=: 0",
                        "17 <: 1",
                        "18 <=: 1",
                        "19 >: 0",
                        "20 != null: 1",
                        "21 == null: 0",
                        "22 !=: 0",
                        "23 ==: 1"),
                outcomes(probes, members, "of(1, 2, \"a\");"));
        assertEquals(
                List.of(
                        "8 != 0: 0",
                        "9 == 0: 1",
                        "10 >= 0: 1",
                        "11 < 0: 0",
                        "12 <= 0: 1",
                        "13 > 0: 0",
                        "14 !=: 0",
                        "15 ==: 1",
                        "16 >=: 1",
                        "17 <: 0",
                        "18 <=: 1",
                        "19 >: 0",
                        "20 != null: 0",
                        "21 == null: 1",
                        "22 !=: 1",
                        "23 ==: 0"),
                outcomes(probes, members, "of(0, 0, null);"));
    }

    @ParameterizedTest
    @EnumSource(names = {"RICH", "RICH_SCOPED"})
    void aSwitchIsToldByItsCase(Probes probes) throws Exception {
        String members = " static int dense(int x) {\n"
                + "  switch (x) {\n" // 7
                + "   case 3: return 1;\n   case 4: return 2;\n   case 6: return 3;\n   default: return 4;\n  }\n }\n"
                + " static int sparse(int x) {\n"
                + "  switch (x) {\n" // 15
                + "   case -70000: return 1;\n   case 5: return 2;\n   case 1000000: return 3;\n  }\n  return 4;\n }\n";
        assertEquals(
                List.of("7 : 0", "7 : 2", "7 : 4", "15 : 0", "15 : 3"),
                outcomes(probes, members, "dense(3); dense(5); dense(-1); sparse(-70000); sparse(6);"));
        assertEquals(
                List.of("7 : 1", "7 : 3", "15 : 1", "15 : 2"),
                outcomes(probes, members, "dense(4); dense(6); sparse(5); sparse(1000000);"));
    }

    @ParameterizedTest
    @EnumSource(names = {"RICH", "RICH_SCOPED"})
    void aCallIsToldByWhatItGave(Probes probes) throws Exception {
        String members = " static boolean z(boolean v) { return v; }\n static byte b(int v) { return (byte) v; }\n"
                + " static char c(int v) { return (char) v; }\n static long j(long v) { return v; }\n"
                + " static float f(float v) { return v; }\n static double d(double v) { return v; }\n"
                + " static <T> T o(T v) { return v; }\n static void v() {}\n"
                + " static void all() {\n"
                + "  z(false);\n" // 15
                + "  z(true);\n"
                + "  b(-1);\n"
                + "  c(0);\n"
                + "  j(1L << 40);\n"
                + "  f(-0.5F);\n" // 20
                + "  f(0);\n"
                + "  d(0.5);\n"
                + "  d(Double.NaN);\n"
                + "  o(null);\n"
                + "  o(\"\");\n" // 25
                + "  o(\"x\");\n"
                + "  o(new int[0]);\n"
                + "  o(new Object[1]);\n"
                + "  o(Optional.class);\n"
                + "  v();\n" // 30
                + " }\n";
        assertEquals(
                List.of(
                        "15 z: 0", "16 z: 1", "17 b: 0", "18 c: 1", "19 j: 2", "20 f: 0", "21 f: 1", "22 d: 2",
                        "23 d: 3", "24 o: 0", "25 o: 1", "26 o: 2", "27 o: 1", "28 o: 2", "29 o: 3", "30 v: 0"),
                outcomes(probes, members, "all();"));
    }

    @Test
    void whetherAnObjectIsEmptyIsAskedOfTheJdksOwnClassesOnly() throws Exception {
        String members = " static class Mine extends ArrayList<Object> {\n"
                + "  @Override public boolean isEmpty() { throw new IllegalStateException(); }\n"
                + "  @Override public int size() { throw new IllegalStateException(); }\n }\n"
                + " static <T> T o(T v) { return v; }\n"
                + " static void all() {\n"
                + "  o(empty);\n" // 12
                + "  o(full);\n"
                + "  o(mine);\n"
                + "  o(wrapped);\n"
                + "  o(map);\n" // 16
                + "  o(Optional.empty());\n"
                + "  o(Optional.of(1));\n"
                + "  o(OptionalInt.of(1));\n"
                + "  o(Arrays.asList(1));\n"
                + "  o(Collections.emptyMap());\n" // 21
                + " }\n"
                + " static final Object empty = new ArrayList<>(), full = new TreeSet<>(Arrays.asList(1)), mine = new Mine();\n"
                + " static final Object wrapped = Collections.synchronizedList(new Mine()), map = new HashMap<>();\n";
        List<String> told = outcomes(Probes.RICH, members, "all();");
        assertEquals(
                List.of(
                        "12 o: 1", "13 o: 2", "14 o: 3", "15 o: 3", "16 o: 1", "17 o: 1", "18 o: 2", "19 o: 2",
                        "20 o: 2", "21 o: 1"),
                told.stream().filter(outcome -> outcome.contains(" o:")).collect(Collectors.toList()));
    }

    private static final String THROWS =
            " static int t(int v) { if (v < 0) throw new IllegalStateException(); return v; }\n"
                    + " static void w(int v) { if (v < 0) throw new IllegalStateException(); }\n";

    @ParameterizedTest
    @EnumSource(names = {"RICH", "RICH_SCOPED"})
    void aCallThatThrowsIsToldWhoeverCatchesIt(Probes probes) throws Exception {
        String members = THROWS
                + " static int out(int v) {\n"
                + "  w(1);\n" // 9
                + "  return t(v);\n" // 10
                + " }\n"
                + " static int in(int v) {\n"
                + "  try {\n"
                + "   w(v);\n" // 14
                + "   return 1 / v;\n"
                + "  } catch (RuntimeException e) {\n"
                + "   return t(1);\n" // 17
                + "  } finally {\n"
                + "   w(2);\n" // 19
                + "  }\n"
                + " }\n"
                + " static int outer(int v) { try {\n   return out(v);\n  } catch (IllegalStateException e) { return 0; } }\n";
        List<String> told = outcomes(probes, members, "outer(-1); in(-1);");
        told.removeIf(outcome -> outcome.matches("[67] .*"));
        // Line 19 occurs twice, once for each exit; the exception thrown there leaves no outcome.
        assertEquals(List.of("9 w: 0", "10 t: 3", "14 w: 1", "17 t: 2", "19 w: 0", "23 out: 3"), told);
        told = outcomes(probes, members, "in(0);");
        told.removeIf(outcome -> outcome.matches("[67] .*"));
        assertEquals(List.of("14 w: 0", "17 t: 2", "19 w: 0"), told, "a division that throws is no call that does");
    }

    @ParameterizedTest
    @EnumSource(names = {"RICH", "RICH_SCOPED"})
    void constructorsAreWatchedFromWhereTheirObjectIsOne(Probes probes) throws Exception {
        String members = THROWS
                + " static class Base { Base(Object o) {} }\n"
                + " static class Mine extends Base {\n"
                + "  Mine(int v) {\n"
                + "   super(v > 0 ? new Object() : new StringBuilder(t(3)));\n"
                + "   t(v);\n"
                + "  }\n }\n"
                + " static void make(int v) {\n"
                + "  try {\n"
                + "   new Mine(v);\n"
                + "  } catch (IllegalStateException e) { }\n"
                + " }\n";
        String source =
                "public class Main {\n public static void main(String[] a) {\n  make(-1);\n }\n" + members + "}\n";
        Map<String, byte[]> classes = Compilation.of("Main", source, 8);
        Probed loader = new Probed(classes, probes);
        assertEquals("", Run.output(loader, "Main"));
        // The call that creates the first argument has an outcome, but calls are not watched before super is called.
        assertEquals(List.of("10 <= 0: 1", "10 t: 2", "11 t: 3"), loader.outcomes("Main$Mine"));
        assertTrue(
                loader.outcomes("Main").contains("16 <init>: 1"),
                loader.outcomes("Main").toString());
    }

    @Test
    void aLockIsReleasedWhereACallThrows() throws Exception {
        String members = THROWS
                + " static void locked(Object lock) {\n  synchronized (lock) {\n   t(-1);\n  }\n }\n"
                + " static synchronized void method() {\n  t(-1);\n }\n";
        String main = "Object lock = new Object(); try { locked(lock); } catch (IllegalStateException e) { }"
                + " System.out.println(Thread.holdsLock(lock));"
                + " try { method(); } catch (IllegalStateException e) { } System.out.println(Thread.holdsLock(Main.class));";
        List<String> told = outcomes(Probes.RICH, members, main);
        assertFalse(told.stream().anyMatch(outcome -> outcome.startsWith("10 ")), told.toString());
        assertTrue(told.contains("14 t: 3"), told.toString());
    }

    @Test
    void lambdasAndSumsOfStringsAreNoCalls() throws Exception {
        String source =
                "class Main {\n static Runnable r(String s) {\n" + "  return () -> System.out.println(s + s);\n }\n}\n";
        byte[] bytes = Compilation.of("Main", source, 17).get("Main");
        ElementPlan plan = ElementPlan.of(bytes, Instrumenter.plan(bytes), true, true);
        assertArrayEquals(new String[] {"println"}, plan.names());
    }

    @Test
    void oneSortMayBeAskedForAlone() throws Exception {
        String source = "class Main {\n static int m(String s) {\n  return s.isEmpty() ? 1 : s.length();\n }\n}\n";
        byte[] bytes = Compilation.of("Main", source, 8).get("Main");
        ClassPlan plan = Instrumenter.plan(bytes);
        assertArrayEquals(
                new String[] {"== 0"}, ElementPlan.of(bytes, plan, true, false).names());
        assertArrayEquals(
                new String[] {"isEmpty", "length"},
                ElementPlan.of(bytes, plan, false, true).names());
        for (boolean branches : new boolean[] {true, false}) {
            ElementPlan elements = ElementPlan.of(bytes, plan, branches, !branches);
            byte[] probed = Instrumenter.instrument(bytes, plan, 1, 0, 0, false, elements, 0, 64);
            assertEquals(branches ? List.of("eq") : List.of("gave", "gave", "threw"), told(probed));
        }
    }

    /** Returns the methods of {@link Outcomes} called by the code, in order. */
    private static List<String> told(byte[] bytes) {
        List<String> told = new java.util.ArrayList<>();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(int access, String name, String d, String s, String[] e) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String called, String d, boolean i) {
                                        if (owner.equals(Trampolines.OUTCOMES)) {
                                            told.add(called);
                                        }
                                    }
                                };
                            }
                        },
                        0);
        return told;
    }

    @Test
    void aMethodThatWouldNotBeCompiledAnyMoreHasLess() throws Exception {
        StringBuilder source = new StringBuilder("class Main {\n static int m(int n) {\n");
        for (int line = 0; line < 140; line++) {
            source.append("  if (n > ").append(line).append(") n += Math.abs(n);\n");
        }
        source.append("  return n;\n }\n}\n");
        byte[] bytes = Compilation.of("Main", source.toString(), 8).get("Main");
        ElementPlan plan = ElementPlan.of(bytes, Instrumenter.plan(bytes), true, true);
        assertEquals(1, plan.left());
        assertFalse(List.of(plan.names()).contains("abs"));
        byte[] probed = Instrumenter.instrument(bytes, Instrumenter.plan(bytes), 1, 0, 0, false, plan, 0, 1024);
        assertTrue(maxCode(probed) <= 8_000, String.valueOf(maxCode(probed)));
    }

    private static int maxCode(byte[] bytes) throws Refused {
        int longest = 0;
        for (ClassLayout.MethodLayout method : ClassLayout.read(bytes).methods) {
            longest = Math.max(longest, method.codeLength);
        }
        return longest;
    }

    @Test
    void thePlanOfTheSameBytesIsTheSame() throws Exception {
        for (Target target : Target.all()) {
            if (target.since > 17) {
                continue;
            }
            for (byte[] bytes : target.classes(17).values()) {
                ClassPlan plan;
                try {
                    plan = Instrumenter.plan(bytes);
                } catch (Refused none) {
                    continue;
                }
                ElementPlan one = ElementPlan.of(bytes, plan, true, true);
                assertTrue(one.means(ElementPlan.of(bytes, plan, true, true)));
                assertTrue(one.slots() == 0 || !one.means(ElementPlan.of(bytes, plan, false, false)));
            }
        }
    }
}
