package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class changed by its loader has the slots of the original. */
class ChangedClassTest {
    private static final String SOURCE = "public class Sign {\n"
            + "  static int zero = Integer.parseInt(\"0\");\n"
            + "  public static int of(int x) {\n"
            + "    if (x == zero) {\n"
            + "      return 0;\n"
            + "    }\n"
            + "    return x < 0 ? -1 : 1;\n"
            + "  }\n"
            + "  public static int twice(int x) {\n"
            + "    return 2 * x;\n"
            + "  }\n"
            + "}\n";
    private static final int CLASS_ID = 1;

    private static byte[] original() throws Exception {
        return Compilation.of("Sign", SOURCE, 8).get("Sign");
    }

    @Test
    void methodsThatMovedAndGrewHaveTheirOwnSlotsAndAddedOnesHaveNone() throws Exception {
        byte[] original = original();
        byte[] changed = withResetInFront(original);
        ClassPlan plan = Instrumenter.plan(original);
        assertFalse(List.of(plan.methods).contains("reset"));

        Hits hits = new Hits(plan, changed);
        hits.call("reset", new Class<?>[0]);
        // The added copy has the initialiser's lines and calls, and its hits have no owner.
        assertEquals(List.of("<clinit>:2"), hits.lines());
        hits.call("of", new Class<?>[] {int.class}, -5);
        assertEquals(List.of("of:4", "of:7", "<clinit>:2"), hits.lines());
        assertFalse(hits.isTouched(), "all of its methods have lines");
    }

    @Test
    void theSameBytesAreInstrumentedAsEver() throws Exception {
        byte[] original = original();
        ClassPlan plan = Instrumenter.plan(original);
        byte[] bytes = Instrumenter.instrument(original, plan, CLASS_ID, BootClasses.CHUNK, 0);
        byte[] again = Instrumenter.instrument(original, Instrumenter.plan(original), CLASS_ID, BootClasses.CHUNK, 0);
        assertArrayEquals(bytes, again);
    }

    @Test
    void codeOfOtherLinesIsRefused() throws Exception {
        ClassPlan plan = Instrumenter.plan(original());
        byte[] rebuilt = Compilation.of("Sign", "// a line more\n" + SOURCE, 8).get("Sign");
        assertThrows(Refused.class, () -> Instrumenter.instrument(rebuilt, plan, CLASS_ID, BootClasses.CHUNK, 0));
    }

    @Test
    void aMethodThatGrewTooLargeForItsProbesIsRefused() throws Exception {
        byte[] original = original();
        ClassPlan plan = Instrumenter.plan(original);
        byte[] large = changed(original, "twice", code -> new MethodVisitor(Opcodes.ASM9, code) {
            @Override
            public void visitCode() {
                super.visitCode();
                for (int times = 0; times < 65_529; times++) {
                    super.visitInsn(Opcodes.NOP);
                }
            }
        });
        assertThrows(Refused.class, () -> Instrumenter.instrument(large, plan, CLASS_ID, BootClasses.CHUNK, 0));
    }

    /** Changes a class like EvoSuite: adds a copy of the initialiser to reset the class, and calls within methods. */
    private static byte[] withResetInFront(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public FieldVisitor visitField(
                            int access, String name, String descriptor, String signature, Object value) {
                        return null;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return name.equals("<clinit>")
                                ? super.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "reset", "()V", null, null)
                                : null;
                    }
                },
                0);
        byte[] copied = changed(original, "of", code -> new MethodVisitor(Opcodes.ASM9, code) {
            @Override
            public void visitJumpInsn(int opcode, Label label) {
                super.visitLdcInsn("grown");
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        "java/lang/System",
                        "getProperty",
                        "(Ljava/lang/String;)Ljava/lang/String;",
                        false);
                super.visitInsn(Opcodes.POP);
                super.visitJumpInsn(opcode, label);
            }
        });
        new ClassReader(copied)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public void visit(
                                    int version,
                                    int access,
                                    String name,
                                    String signature,
                                    String superName,
                                    String[] interfaces) {
                                // The class header is written already.
                            }
                        },
                        0);
        return writer.toByteArray();
    }

    private static byte[] changed(byte[] original, String method, UnaryOperator<MethodVisitor> through) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        new ClassReader(original)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                                return name.equals(method) ? through.apply(next) : next;
                            }
                        },
                        0);
        return writer.toByteArray();
    }

    /** A changed class with probes, and its hits. */
    private static final class Hits extends ClassLoader {
        private final ClassPlan plan;
        private final int base;
        private final Class<?> type;

        Hits(ClassPlan plan, byte[] changed) throws Refused {
            this.plan = plan;
            base = BootClasses.allocate(plan.slots() + 1);
            BootClasses.hits(); // the chunk must exist before a probe uses it
            byte[] bytes = Instrumenter.instrument(changed, plan, CLASS_ID, BootClasses.CHUNK, base);
            type = defineClass(plan.name, bytes, 0, bytes.length);
        }

        void call(String method, Class<?>[] types, Object... arguments) throws ReflectiveOperationException {
            type.getMethod(method, types).invoke(null, arguments);
        }

        boolean isTouched() {
            return BootClasses.hits()[base + plan.slots()] != 0;
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            for (int slot = 0; slot < plan.slots(); slot++) {
                if (BootClasses.hits()[base + slot] != 0) {
                    lines.add(plan.methods[2 * plan.owners[slot]] + ":" + plan.lines[slot]);
                }
            }
            return lines;
        }
    }
}
