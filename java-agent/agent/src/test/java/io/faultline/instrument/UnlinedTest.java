package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

/** Methods that a person wrote and that have no lines. */
class UnlinedTest {
    private static byte[] bare(String name, String source) throws Exception {
        return Compilation.of(name, source, 17, "-g:none").get(name);
    }

    private static String refusal(byte[] bytes) {
        return assertThrows(Refused.class, () -> Instrumenter.plan(bytes)).getMessage();
    }

    private static List<String> names(String[] methods) {
        List<String> names = new ArrayList<>();
        for (int at = 0; at < methods.length; at += 2) {
            names.add(methods[at]);
        }
        return names;
    }

    private static List<String> written(String name, String source) throws Exception {
        byte[] bytes = bare(name, source);
        assertEquals(Refused.NO_LINES, refusal(bytes));
        ClassPlan plan = OpenClass.unlined(bytes).plan;
        assertEquals(0, plan.slots());
        return names(plan.methods);
    }

    @Test
    void methodsAndLambdasOfAPersonAreKeptAndConstructorsThatDoNothingAreNot() throws Exception {
        String source = "class A { static int two = Integer.parseInt(\"2\"); int one() { return 1; }"
                + " Runnable later() { return () -> two++; } }";
        assertEquals(List.of("one", "later", "lambda$later$0"), written("A", source));
        assertEquals(List.of("<init>"), written("B", "class B { int x; B(int x) { this.x = x; } }"));
    }

    @Test
    void membersOfEnumsAndRecordsThatNobodyWroteAreNotKept() throws Exception {
        assertEquals(List.of("f"), written("E", "enum E { ONE, TWO; int f() { return ordinal() + 1; } }"));
        assertEquals(
                List.of("sum", "toString"),
                written(
                        "R",
                        "record R(int x, long y) { long sum() { return x + y; }"
                                + " public String toString() { return x + \" of \" + y + sum(); } }"));
        assertEquals(
                List.of("<init>"),
                written("P", "record P(int x) { P { if (x < 0) throw new IllegalArgumentException(); } }"));
    }

    @Test
    void classesInWhichNobodyWroteAMethodAreNotMissed() throws Exception {
        for (String source : List.of(
                "enum X { ONE, TWO }",
                "record X(int x, String y) {}",
                "class X { static final int ONE = Integer.parseInt(\"1\"); }",
                "interface X { int x(); }",
                "class X extends RuntimeException {}")) {
            assertEquals(Refused.NO_CODE, refusal(bare("X", source)), source);
        }
    }

    @Test
    void methodsBehindTheLastLineOfAClassFileAreNamed() throws Exception {
        String source = "class Huge {" + "\n".repeat(65_000) + "int first() { return 1; }" + "\n".repeat(1_000)
                + "int second() {" + " return 2; } }";
        ClassPlan plan = Instrumenter.plan(Compilation.of("Huge", source, 17).get("Huge"));
        List<String> unlined = new ArrayList<>();
        for (int method = 0; method < plan.unlined.length; method++) {
            if (plan.unlined[method]) {
                unlined.add(plan.methods[2 * method]);
            }
        }
        assertEquals(List.of("second"), unlined);
        assertEquals(List.of("<init>", "first", "second"), names(plan.methods));
    }

    @Test
    void methodsThatAToolAddedWithoutLinesAreNotNamed() throws Exception {
        ClassPlan plan = Instrumenter.plan(new MadeClass("Entity", "java/lang/Object")
                .with(Opcodes.ACC_PUBLIC, "name", "()Ljava/lang/Object;", 7, MadeClass::returnsNull)
                .with(Opcodes.ACC_PUBLIC, "pcGetName", "()Ljava/lang/Object;", 0, MadeClass::returnsNull)
                .bytes());
        assertEquals(List.of("name", "pcGetName"), names(plan.methods));
        for (boolean unlined : plan.unlined) {
            assertEquals(false, unlined);
        }
    }
}
