package io.faultline.evosuite.adapter;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Ways to change a method.
 *
 * <p>Computes no frames and loads no classes: branches are only added at a method's entry, where the frame is the
 * initial one.
 *
 * <p>Errors: {@link SeamMissing} if there was nothing to change.
 */
public final class Weaving {
    private static final int API = Opcodes.ASM9;

    private Weaving() {}

    /** Wraps a visitor around every method with this name and descriptor. */
    public static byte[] around(
            byte[] classFile, String method, String descriptor, UnaryOperator<MethodVisitor> visitor) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        boolean[] found = {false};
        reader.accept(
                new ClassVisitor(API, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String desc, String signature, String[] exceptions) {
                        MethodVisitor next = super.visitMethod(access, name, desc, signature, exceptions);
                        if (!name.equals(method) || !desc.equals(descriptor)) {
                            return next;
                        }
                        found[0] = true;
                        return visitor.apply(next);
                    }
                },
                0);
        if (!found[0]) {
            throw new SeamMissing(reader.getClassName().replace('/', '.') + " has no method " + method + descriptor);
        }
        return writer.toByteArray();
    }

    /** Like {@link #around}, for a visitor that reports whether it found what it changes. */
    public static byte[] inside(
            byte[] classFile,
            String method,
            String descriptor,
            UnaryOperator<MethodVisitor> visitor,
            BooleanSupplier met,
            String what) {
        byte[] woven = around(classFile, method, descriptor, visitor);
        if (!met.getAsBoolean()) {
            String owner = new ClassReader(classFile).getClassName().replace('/', '.');
            throw new SeamMissing(owner + "." + method + " has no " + what);
        }
        return woven;
    }

    /** Inserts code before a method's own. */
    public static byte[] atEntry(byte[] classFile, String method, String descriptor, Consumer<MethodVisitor> code) {
        return around(classFile, method, descriptor, next -> new MethodVisitor(API, next) {
            @Override
            public void visitCode() {
                super.visitCode();
                code.accept(mv);
            }
        });
    }

    /** Replaces a method's code; the new code ends with a return and has no branches. */
    public static byte[] replaceBody(byte[] classFile, String method, String descriptor, Consumer<MethodVisitor> code) {
        return around(classFile, method, descriptor, next -> new MethodVisitor(API) {
            @Override
            public void visitCode() {
                next.visitCode();
                code.accept(next);
                next.visitMaxs(0, 0);
            }

            @Override
            public void visitEnd() {
                next.visitEnd();
            }
        });
    }

    /** Inserts code before each return of a method that returns a reference; the reference is on the stack. */
    public static byte[] atReturn(byte[] classFile, String method, String descriptor, Consumer<MethodVisitor> code) {
        return around(classFile, method, descriptor, next -> new MethodVisitor(API, next) {
            @Override
            public void visitInsn(int opcode) {
                if (opcode == Opcodes.ARETURN) {
                    code.accept(mv);
                }
                super.visitInsn(opcode);
            }
        });
    }

    /** Returns code that continues only if the condition left 0 on the stack, and otherwise leaves the method. */
    public static Consumer<MethodVisitor> leaveIf(Consumer<MethodVisitor> condition, Consumer<MethodVisitor> leave) {
        return m -> {
            Label stay = new Label();
            condition.accept(m);
            m.visitJumpInsn(Opcodes.IFEQ, stay);
            leave.accept(m);
            m.visitLabel(stay);
            m.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            m.visitInsn(Opcodes.NOP); // separates this frame from one at the method's own start
        };
    }

    /** Emits a call of a public static method of ours. */
    public static void call(MethodVisitor m, Class<?> owner, String name, String descriptor) {
        m.visitMethodInsn(Opcodes.INVOKESTATIC, Type.getInternalName(owner), name, descriptor, false);
    }

    /** Makes fields public. */
    public static byte[] publish(byte[] classFile, String... fields) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        int[] found = {0};
        reader.accept(
                new ClassVisitor(API, writer) {
                    @Override
                    public FieldVisitor visitField(
                            int access, String name, String desc, String signature, Object value) {
                        int as = access;
                        for (String field : fields) {
                            if (field.equals(name)) {
                                found[0]++;
                                as = access & ~(Opcodes.ACC_PRIVATE | Opcodes.ACC_PROTECTED) | Opcodes.ACC_PUBLIC;
                            }
                        }
                        return super.visitField(as, name, desc, signature, value);
                    }
                },
                0);
        if (found[0] != fields.length) {
            throw new SeamMissing(
                    reader.getClassName().replace('/', '.') + " has not the fields " + String.join(", ", fields));
        }
        return writer.toByteArray();
    }
}
