package io.faultline.mutants.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.Compilation;
import java.util.BitSet;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tests class files from before Java 7, without frames or with subroutines. */
class OldClassTest {
    private static final String SOURCE = "public class T {"
            + " static int f(int a, String b) {"
            + " int sum = 0; String c = b.trim(); c = c.concat(b);"
            + " for (int i = 0; i < a; i++) { if (c.startsWith(b)) { sum += g(i, a); } else { sum = -1; } c = b; }"
            + " try { sum /= a; } catch (ArithmeticException e) { sum = c.length(); }"
            + " return sum; }"
            + " static int g(int a, int b) { return new StringBuilder(\"x\").append(a).length() + b; } }";

    /** Rewrites the class as a compiler for an older Java would. */
    private static byte[] aged(byte[] bytes, int version) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public void visit(
                                    int v,
                                    int access,
                                    String name,
                                    String signature,
                                    String parent,
                                    String[] interfaces) {
                                super.visit(version, access, name, signature, parent, interfaces);
                            }
                        },
                        version >= Opcodes.V1_7 ? 0 : ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }

    @Test
    void classesWithoutFramesRunWithAllMutants() throws Exception {
        byte[] modern = Compilation.of("T", SOURCE, 8).get("T");
        for (int version : new int[] {Opcodes.V1_2, Opcodes.V1_4, Opcodes.V1_5, Opcodes.V1_6}) {
            Mutated mutated = Mutated.of(Map.of("T", aged(modern, version)), "T");
            Mutated expected = Mutated.of(Map.of("T", modern), "T");
            assertEquals(expected.call("f", 4, "ab "), mutated.call("f", 4, "ab "));
            assertTrue(mutated.woven.mutants.size() > 0.9 * expected.woven.mutants.size(), "version " + version);
            Iterator<Mutant> modernOnes = expected.woven.mutants.iterator();
            for (Mutant old : mutated.woven.mutants) {
                Mutant now = modernOnes.next();
                while (!now.words.equals(old.words) || now.instruction != old.instruction) {
                    // Such mutants would make the verifier of older class files load classes.
                    assertTrue(now.operator == Operator.CALL.code || now.operator == Operator.DELETION.code, now.words);
                    now = modernOnes.next();
                }
                assertEquals(expected.call(now, "f", 4, "ab "), mutated.call(old, "f", 4, "ab "), now.words);
            }
        }
    }

    /** Without frames the verifier merges what stands for a result with the result, and loads classes that differ. */
    @Test
    void onlyWhatHasTheTypeOfAResultStandsForItInClassesWithoutFrames() throws Exception {
        String source = "public class T {"
                + " static A f(A a, B b) { same(a); return same(b); }"
                + " static A same(A a) { return a; } }"
                + " class A { } class B extends A { }";
        Map<String, byte[]> classes = new TreeMap<>(Compilation.of("T", source, 8));
        int zeroAndArgumentOfBoth =
                Mutated.of(classes, "T").mutants("f", Operator.CALL).size();
        assertEquals(4, zeroAndArgumentOfBoth);
        for (int version : new int[] {Opcodes.V1_2, Opcodes.V1_4, Opcodes.V1_5}) {
            classes.put("T", aged(classes.get("T"), version));
            int withoutTheSubclass =
                    Mutated.of(classes, "T").mutants("f", Operator.CALL).size();
            assertEquals(3, withoutTheSubclass, "version " + version);
        }
    }

    @Test
    void methodsWithSubroutinesStayAndAreCounted() {
        Woven woven = Schemata.weave(withSubroutine(), 1, all(), true);
        assertEquals(1, woven.subroutines);
        Map<String, Integer> mutants = new TreeMap<>();
        for (Mutant mutant : woven.mutants) {
            mutants.merge(woven.methods[2 * mutant.method], 1, Integer::sum);
        }
        assertEquals("[g]", mutants.keySet().toString());
        Mutated mutated = Mutated.of(Map.of("T", withSubroutine()), "T");
        assertEquals(8, mutated.call("f", 7));
        assertEquals(8, mutated.call("g", 7));
        assertTrue(mutated.mutants("g", Operator.ARITHMETIC).size() > 0);
    }

    private static BitSet all() {
        BitSet lines = new BitSet();
        lines.set(0, 1000);
        return lines;
    }

    private static byte[] withSubroutine() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC, "T", null, "java/lang/Object", null);
        MethodVisitor f = writer.visitMethod(Opcodes.ACC_STATIC | Opcodes.ACC_PUBLIC, "f", "(I)I", null, null);
        Label subroutine = new Label();
        line(f, 3);
        f.visitJumpInsn(Opcodes.JSR, subroutine);
        f.visitVarInsn(Opcodes.ILOAD, 0);
        f.visitInsn(Opcodes.IRETURN);
        f.visitLabel(subroutine);
        f.visitVarInsn(Opcodes.ASTORE, 1);
        f.visitIincInsn(0, 1);
        f.visitVarInsn(Opcodes.RET, 1);
        f.visitMaxs(1, 2);
        f.visitEnd();
        MethodVisitor g = writer.visitMethod(Opcodes.ACC_STATIC | Opcodes.ACC_PUBLIC, "g", "(I)I", null, null);
        line(g, 5);
        g.visitVarInsn(Opcodes.ILOAD, 0);
        g.visitInsn(Opcodes.ICONST_1);
        g.visitInsn(Opcodes.IADD);
        g.visitInsn(Opcodes.IRETURN);
        g.visitMaxs(2, 1);
        g.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void line(MethodVisitor method, int line) {
        method.visitCode();
        Label start = new Label();
        method.visitLabel(start);
        method.visitLineNumber(line, start);
    }
}
