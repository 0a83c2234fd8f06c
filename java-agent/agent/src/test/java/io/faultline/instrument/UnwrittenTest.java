package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Members of Java classes that no person wrote have no lines; what a person wrote keeps its own. */
class UnwrittenTest {
    private static Map<String, byte[]> compiled(int release, String... lines) throws Exception {
        assumeTrue(Compilation.supports(release), "javac " + release);
        return Compilation.of("T", String.join("\n", lines), release);
    }

    private static Map<String, List<Integer>> lines(byte[] bytes) throws Exception {
        return MadeClass.lines(bytes);
    }

    /** Returns the reason for which nothing of a class is recorded. */
    private static String refusal(byte[] bytes) {
        return assertThrows(Refused.class, () -> Instrumenter.plan(bytes)).getMessage();
    }

    @Test
    void aRecordThatOnlyDeclaresItsComponentsIsNotRecordedNorReported() throws Exception {
        Map<String, byte[]> classes = compiled(
                17, //
                "record One(int x, String name) {}",
                "record None() {}",
                "@Deprecated",
                "record",
                "  Tall(",
                "    long x,",
                "    double... more) {}");
        for (String name : List.of("One", "None", "Tall")) {
            assertEquals(Refused.NO_CODE, refusal(classes.get(name)), name);
        }
    }

    @Test
    void whatAPersonWroteInARecordIsKept() throws Exception {
        byte[] bytes = compiled(
                        17, //
                        "record R(int x, String s, int y) {",
                        "  static int made = Integer.parseInt(\"0\");",
                        "  R {",
                        "    made++;",
                        "  }",
                        "  public String s() { return s; }",
                        "  public int x() {",
                        "    return x;",
                        "  }",
                        "  public String toString() { return s; }",
                        "}")
                .get("R");
        assertEquals(
                Map.of(
                        "<clinit>", List.of(2),
                        "<init>", List.of(3, 4, 5),
                        "s", List.of(6),
                        "toString", List.of(10),
                        "x", List.of(8)),
                lines(bytes));
    }

    @Test
    void whatARecordWouldNotDoOfItselfIsKeptOnTheHeadersLine() throws Exception {
        Map<String, byte[]> classes = compiled(
                17, //
                "record A(String s) { public String s() { return s.trim(); } A { s = s.trim(); } }",
                "record B(int x, int y) { B(int x, int y) { this.x = y; this.y = x; } public int x() { return y; } }",
                "record C(int x) { public int x() { return -x; } public String toString() { return \"\"; } }",
                "record D(int x) {",
                "  D(int x) { this.x = x; }",
                "}");
        assertEquals(Map.of("<init>", List.of(1), "s", List.of(1)), lines(classes.get("A")));
        assertEquals(Map.of("<init>", List.of(2), "x", List.of(2)), lines(classes.get("B")));
        assertEquals(Map.of("toString", List.of(3), "x", List.of(3)), lines(classes.get("C")));
        assertEquals(Map.of("<init>", List.of(5)), lines(classes.get("D")));
    }

    @Test
    void anEnumsConstantsAreKeptAndItsTablesAreNot() throws Exception {
        Map<String, byte[]> classes = compiled(
                8, //
                "enum Colour {",
                "  RED,",
                "  GREEN;",
                "  static Colour of(String name) { return valueOf(name); }",
                "  static Object values(int n) { return n; }",
                "}",
                "class T {",
                "  Object values() { return null; }",
                "  int f(Colour c) {",
                "    switch (c) { case RED: return 1; default: return 2; }",
                "  }",
                "}");
        Map<String, List<Integer>> colour = lines(classes.get("Colour"));
        assertEquals(List.of(4), colour.get("of"));
        assertEquals(List.of(5), colour.get("values"), "the person's own of another form");
        assertFalse(colour.containsKey("valueOf") || colour.containsKey("$values"), colour.toString());
        assertTrue(colour.get("<clinit>").containsAll(List.of(2, 3)), colour.toString());
        assertEquals(List.of(8), lines(classes.get("T")).get("values"));
        assertEquals(Refused.NO_CODE, refusal(classes.get("T$1")), "the table of the switch");
    }

    @Test
    void theQuestionWhetherAssertionsAreOnIsNoLine() throws Exception {
        Map<String, byte[]> classes = compiled(
                8, //
                "class T {",
                "  void f(int x) { assert x > 0; }",
                "}",
                "class U {",
                "  static int n = Integer.parseInt(\"1\");",
                "  void f(int x) { assert x > 0; }",
                "}");
        assertEquals(Map.of("<init>", List.of(1), "f", List.of(2)), lines(classes.get("T")));
        assertTrue(lines(classes.get("U")).get("<clinit>").contains(5));
    }

    @Test
    void bridgesAndAccessorsHaveNoLinesAndLambdasKeepTheirs() throws Exception {
        Map<String, byte[]> classes = compiled(
                8, //
                "class T {",
                "  private int n = 3;",
                "  class Inner { int get() { return n; } }",
                "  Runnable r() {",
                "    return () ->",
                "      n++;",
                "  }",
                "}",
                "abstract class Part { public int compareTo(U other) { return 0; } }",
                "class U extends Part implements Comparable<U> {}");
        Map<String, List<Integer>> lines = lines(classes.get("T"));
        assertEquals(Map.of("<init>", List.of(1, 2), "lambda$r$0", List.of(6), "r", List.of(5)), lines);
        assertEquals(Map.of("<init>", List.of(10)), lines(classes.get("U")));
    }

    @Test
    void whatIsMarkedAsGeneratedHasNoLines() throws Exception {
        Map<String, byte[]> classes = compiled(
                8, //
                "@interface Generated { String[] by() default {}; Class<?> type() default int.class; }",
                "@interface ExcludedAsGenerated {}",
                "class T {",
                "  int x = 1;",
                "  @Deprecated @Generated(by = {\"a\", \"b\"}) T(int y) {}",
                "  @Generated T(long y) {}",
                "  @Generated(type = T.class) int a() { return 1; }",
                "  @ExcludedAsGenerated int b() { return 1; }",
                "  int c() { return 1; }",
                "  @Deprecated int d() { return 1; }",
                "}",
                "@Generated class U { int a() { return 1; } }");
        Map<String, List<Integer>> lines = lines(classes.get("T"));
        // A constructor has the lines of initialisers, which a person wrote.
        assertEquals(Map.of("<init>", List.of(4, 5, 6), "c", List.of(9), "d", List.of(10)), lines);
        assertEquals(Refused.NO_CODE, refusal(classes.get("U")));
    }

    @Test
    void anAnnotationOfAColumnIsNoMark() throws Exception {
        for (String type : List.of("Ljakarta/persistence/GeneratedValue;", "Lorg/hibernate/annotations/Generated;")) {
            byte[] bytes = new MadeClass("T", "java/lang/Object")
                    .with(
                            MadeClass.PUBLIC,
                            "getId",
                            "()Ljava/lang/Long;",
                            7,
                            MadeClass::returnsNull,
                            MadeClass.annotation(type))
                    .bytes();
            assertEquals(Map.of("getId", List.of(7)), lines(bytes));
        }
    }

    @Test
    void aCallOfAnUnwrittenMethodTouchesTheClass() throws Exception {
        byte[] bytes = compiled(8, "public enum T {", "  RED", "}").get("T");
        ClassPlan plan = Instrumenter.plan(bytes);
        int base = BootClasses.allocate(plan.slots() + 1);
        BootClasses.hits(); // the chunk must exist before a probe uses it
        byte[] probed = Instrumenter.instrument(bytes, plan, 1, BootClasses.CHUNK, base);
        Class<?> type = new ClassLoader() {
            Class<?> define() {
                return defineClass("T", probed, 0, probed.length);
            }
        }.define();
        type.getMethod("values").invoke(null);
        assertEquals(1, BootClasses.hits()[base + plan.slots()]);
    }

    @Test
    void aClassHasTheSameLinesWhenJaCoCoChangedIt() throws Exception {
        Map<String, byte[]> classes = compiled(
                17, //
                "record R(int x, long y) { int sum() { return 1; } }",
                "record Only(int x) {}",
                "enum Colour { RED }");
        for (String name : List.of("R", "Colour")) {
            ClassPlan plan = Instrumenter.plan(classes.get(name));
            byte[] changed = counted(classes.get(name));
            assertTrue(plan.hasSlotsOf(Instrumenter.plan(changed)), name);
            Instrumenter.instrument(changed, plan, 1, 0, 64);
        }
        assertEquals(Refused.NO_CODE, refusal(counted(classes.get("Only"))));
    }

    @Test
    void aMethodHasLinesAsInThePlanOfTheFileItWasCompiledTo() throws Exception {
        byte[] original = compiled(17, "record R(int x) { int twice() { return 2 * x; } }")
                .get("R");
        ClassPlan plan = Instrumenter.plan(original);
        // A tool changed the accessor beyond recognition.
        byte[] changed = changed(original, (name, code) -> new MethodVisitor(Opcodes.ASM9, code) {
            @Override
            public void visitInsn(int opcode) {
                if (name.equals("x")) {
                    super.visitInsn(Opcodes.INEG);
                    super.visitInsn(Opcodes.INEG);
                }
                super.visitInsn(opcode);
            }
        });
        assertFalse(plan.hasSlotsOf(Instrumenter.plan(changed)));
        Instrumenter.instrument(changed, plan, 1, 0, 64);
        Instrumenter.instrument(original, Instrumenter.plan(changed), 1, 0, 64);
    }

    private interface Change {
        MethodVisitor of(String method, MethodVisitor code);
    }

    private static byte[] changed(byte[] original, Change change) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return change.of(name, super.visitMethod(access, name, descriptor, signature, exceptions));
            }
        };
        new ClassReader(original).accept(visitor, 0);
        return writer.toByteArray();
    }

    /** Adds what JaCoCo's agent adds: an array in a local, and a store into it before each return. */
    private static byte[] counted(byte[] original) {
        String self = new ClassReader(original).getClassName();
        byte[] counting = changed(original, (name, code) -> new MethodVisitor(Opcodes.ASM9, code) {
            @Override
            public void visitCode() {
                super.visitCode();
                super.visitMethodInsn(Opcodes.INVOKESTATIC, self, "$jacocoInit", "()[Z", false);
                super.visitVarInsn(Opcodes.ASTORE, 9);
            }

            @Override
            public void visitInsn(int opcode) {
                if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                    super.visitVarInsn(Opcodes.ALOAD, 9);
                    super.visitIntInsn(Opcodes.BIPUSH, 7);
                    super.visitInsn(Opcodes.ICONST_1);
                    super.visitInsn(Opcodes.BASTORE);
                }
                super.visitInsn(opcode);
            }
        });
        ClassReader reader = new ClassReader(counting);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(writer, 0);
        MethodVisitor code = writer.visitMethod(MadeClass.MADE, "$jacocoInit", "()[Z", null, null);
        MadeClass.returnsNull(code);
        code.visitMaxs(1, 0);
        return writer.toByteArray();
    }

    /** Javac keeps the answer in a class of its own. */
    @Test
    void whatAsksForAssertionsInAnInterfaceHasNoLines() throws Exception {
        String[] lines = {
            "interface T {", //
            "  static int m(int n) {",
            "    assert n > 0;",
            "    return n;",
            "  }",
            "  %s",
            "}"
        };
        lines[5] = "";
        assertEquals(Map.of("m", List.of(3, 4)), lines(compiled(17, lines).get("T")));
        lines[5] = "int N = Integer.parseInt(\"7\");";
        assertTrue(lines(compiled(17, lines).get("T")).get("<clinit>").contains(6), "a constant");
    }
}
