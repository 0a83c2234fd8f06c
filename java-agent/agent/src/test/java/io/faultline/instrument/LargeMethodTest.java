package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Methods near the limit of 64 KB, many locals, and large switches. */
class LargeMethodTest {
    /** A method whose loop runs over {@code statements} lines of 8 bytes each, or 3 for -1..5. */
    private static String loopOver(int statements) {
        StringBuilder source = new StringBuilder("public class Big {\n");
        source.append(" static long sum;\n public static void main(String[] args) {\n");
        source.append("  for (int i = 0; i < 3; i++) {\n");
        for (int index = 0; index < statements; index++) {
            source.append("   sum += i;\n");
        }
        return source.append("  }\n  System.out.println(sum);\n }\n}\n").toString();
    }

    private static Probed run(String source, String expectedOutput) throws Exception {
        Map<String, byte[]> classes = Compilation.of("Big", source, 8);
        assertEquals(expectedOutput, Run.output(new Probed(classes, Probes.NONE), "Big"));
        Probed scoped = new Probed(classes, Probes.SCOPED);
        assertEquals(expectedOutput, Run.output(scoped, "Big"));
        Probed probed = new Probed(classes, Probes.SHARED);
        assertEquals(expectedOutput, Run.output(probed, "Big"));
        assertEquals(probed.lines(), scoped.lines());
        return probed;
    }

    @Test
    void jumpsGrowLongerThanAShortWhereTheyMust() throws Exception {
        // 2,500 lines: 22 KB of code become 42 KB, so the loop's jumps pass 32 KB.
        Probed probed = run(loopOver(2_500), "7500\n");
        assertEquals(2_503, probed.hitLines("Big", "main").size());
        assertFalse(probed.planOf("Big").entryOnly[1]);
    }

    @Test
    void ofMethodsThatWouldPass64KilobytesLinesThatRunTogetherShareAProbe() throws Exception {
        Probed probed = run(loopOver(5_000), "15000\n");
        ClassPlan plan = probed.planOf("Big");
        assertArrayEquals(new boolean[] {false, false}, plan.entryOnly);
        assertArrayEquals(new int[] {0, 0}, plan.lost);
        assertEquals(5_003, probed.hitLines("Big", "main").size());
    }

    /** A method of {@code statements} lines, each of which may throw; it fails at line {@code failing}. */
    private static String mayThrow(int statements, int failing) {
        StringBuilder source = new StringBuilder("public class Big {\n static int[] cells = new int[9];\n");
        source.append(" static void fill(int[] t, int i) {\n");
        for (int line = 4; line < 4 + statements; line++) {
            source.append(line == failing ? "  t[99] = 9;\n" : "  t[i] = i;\n");
        }
        source.append(" }\n public static void main(String[] args) {\n  try {\n   fill(cells, 3);\n");
        source.append("  } catch (RuntimeException e) { System.out.println(cells[3]); }\n }\n}\n");
        return source.toString();
    }

    @Test
    void ofLinesThatMayThrowThereAreProbesAtAsManyAsThereIsRoomFor() throws Exception {
        int statements = 12_000;
        Probed probed = run(mayThrow(statements, 6_000), "3\n");
        ClassPlan plan = probed.planOf("Big");
        int method = plan.numbers().get("fill([II)V");
        int recorded = plan.firstSlot(method + 1) - plan.firstSlot(method);
        assertEquals(statements + 1, plan.lost[method] + recorded);
        // 4 bytes a line: 17 KB are left, for 6 bytes a probe.
        assertTrue(recorded > 2_500, recorded + " lines");
        var hit = probed.hitLines("Big", "fill");
        assertEquals(4, java.util.Collections.min(hit));
        for (int slot = plan.firstSlot(method); slot < plan.firstSlot(method + 1); slot++) {
            int line = plan.lines[slot];
            assertEquals(line <= 6_000, hit.contains(line), "line " + line);
        }
    }

    @Test
    void aMethodOfBranchesHasProbesAtTheirBeginningsFirst() throws Exception {
        StringBuilder source = new StringBuilder("public class Big {\n static int at(int key, int[] t) {\n");
        int cases = 500;
        for (int index = 0; index < cases; index++) {
            source.append("  if (key == ").append(index).append(")\n");
            for (int line = 0; line < 8; line++) {
                source.append("   t[key & 7] += t[1];\n".replace("   t", line == 0 ? "  { t" : "   t"));
            }
            source.append("  }\n");
        }
        source.append("  return t[0];\n }\n public static void main(String[] args) {\n");
        source.append("  System.out.println(at(7, new int[8]));\n }\n}\n");
        Probed probed = run(source.toString(), "0\n");
        ClassPlan plan = probed.planOf("Big");
        int method = plan.numbers().get("at(I[I)I");
        assertTrue(plan.lost[method] > 0 && !plan.entryOnly[method]);
        // The branch of key 7 begins at line 3 + 10 * 7, and its body one line further.
        var hit = probed.hitLines("Big", "at");
        assertTrue(hit.contains(74), "its body");
        for (int other = 0; other < cases; other++) {
            assertTrue(hit.contains(3 + 10 * other), "the condition of " + other);
            assertEquals(other == 7, hit.contains(4 + 10 * other), "the body of " + other);
        }
    }

    @Test
    void initialisersThatWouldPass64KilobytesAreStillBracketed() throws Exception {
        StringBuilder source = new StringBuilder("public class Big {\n static long sum;\n static {\n");
        source.append("  int i = 2;\n");
        for (int index = 0; index < 5_000; index++) {
            source.append("   sum += i;\n");
        }
        source.append(" }\n public static void main(String[] args) {\n");
        source.append("  System.out.println(sum);\n }\n}\n");
        StringBuilder calls = new StringBuilder();
        BootClasses.onInitialiser(id -> calls.append(id).append(' '));
        try {
            Probed probed = run(source.toString(), "10000\n");
            String once = probed.idOf("Big") + " " + ~probed.idOf("Big") + " ";
            assertEquals(once + once, calls.toString(), "of either form");
            assertEquals(5_002, probed.hitLines("Big", "<clinit>").size());
        } finally {
            BootClasses.onInitialiser(null);
        }
    }

    private static byte[] filledWith(int nops) {
        return new Assembled("Filled", Opcodes.V1_8)
                .with("m", "()V", 0, 0, code -> {
                    Assembled.line(code, 1);
                    for (int index = 0; index < nops; index++) {
                        code.visitInsn(Opcodes.NOP);
                    }
                    Assembled.line(code, 2);
                    code.visitInsn(Opcodes.RETURN);
                })
                .bytes();
    }

    @Test
    void theBoundIsExactWhereNothingJumps() throws Exception {
        // With its two probes of 8 bytes the method has 65,535 bytes, the most there may be.
        byte[] fits = filledWith(65_535 - 16 - 1);
        assertEquals(2, Instrumenter.plan(fits).slots());
        Instrumenter.instrument(fits, Instrumenter.plan(fits), 1, 0, 0);
        byte[] together = filledWith(65_535 - 9 - 1);
        assertEquals(2, Instrumenter.plan(together).slots());
        Instrumenter.instrument(together, Instrumenter.plan(together), 1, 0, 0);
        byte[] entryOnly = filledWith(65_535 - 8 - 1);
        assertArrayEquals(new int[] {1}, Instrumenter.plan(entryOnly).lost);
        assertEquals(1, Instrumenter.plan(entryOnly).slots());
        Instrumenter.instrument(entryOnly, Instrumenter.plan(entryOnly), 1, 0, 0);
        byte[] full = filledWith(65_535 - 8);
        assertEquals(
                "method too large",
                assertThrows(Refused.class, () -> Instrumenter.plan(full)).getMessage());
    }

    @Test
    void manyLocalsAndLargeSwitchesWork() throws Exception {
        StringBuilder source = new StringBuilder("public class Big {\n");
        source.append(" static long locals(int first, long second, double third) {\n");
        for (int index = 0; index < 300; index++) {
            source.append("  int v")
                    .append(index)
                    .append(" = first + ")
                    .append(index)
                    .append(";\n");
        }
        source.append("  v255++;\n  v254 += 1000;\n  long sum = second + (long) third;\n");
        for (int index = 0; index < 300; index++) {
            source.append("  if (v")
                    .append(index)
                    .append(" > 5) sum += v")
                    .append(index)
                    .append(";\n");
        }
        source.append("  return sum;\n }\n static int choose(int key) {\n  switch (key) {\n");
        for (int index = 0; index < 1_500; index++) {
            source.append("   case ")
                    .append(index)
                    .append(":\n    return ")
                    .append(index * 7)
                    .append(";\n");
        }
        source.append("   default:\n    return -1;\n  }\n }\n");
        source.append(" public static void main(String[] args) {\n");
        source.append("  System.out.println(locals(1, 2, 3) + \" \" + choose(1000) + choose(5000));\n }\n}\n");
        long sum = 5;
        for (int index = 0; index < 300; index++) {
            int value = 1 + index + (index == 255 ? 1 : index == 254 ? 1000 : 0);
            sum += value > 5 ? value : 0;
        }
        Probed probed = run(source.toString(), sum + " 7000-1\n");
        assertEquals(3, probed.hitLines("Big", "choose").size());
        assertEquals(604, probed.hitLines("Big", "locals").size());
    }

    /** A 16-bit offset reaches 32 KB: tests the same class in every size around that limit. */
    @Test
    void aroundTheBorderOfShortJumpsEverySizeVerifies() throws Exception {
        for (int nops = 32_700; nops < 32_790; nops += 3) {
            int count = nops;
            byte[] bytes = new Assembled("Big", Opcodes.V1_8)
                    .with("main", "([Ljava/lang/String;)V", 2, 1, code -> jumpOver(code, count))
                    .bytes();
            Probed probed = new Probed(Map.of("Big", bytes), Probes.SHARED);
            assertEquals("", Run.output(probed, "Big"));
            assertTrue(probed.hitLines("Big", "main").contains(3));
            assertFalse(probed.hitLines("Big", "main").contains(2));
        }
    }

    private static void jumpOver(MethodVisitor code, int nops) {
        Label end = new Label();
        Assembled.line(code, 1);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitJumpInsn(Opcodes.IFNONNULL, end);
        Assembled.line(code, 2);
        for (int index = 0; index < nops; index++) {
            code.visitInsn(Opcodes.NOP);
        }
        code.visitLabel(end);
        code.visitLineNumber(3, end);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        code.visitInsn(Opcodes.RETURN);
    }
}
