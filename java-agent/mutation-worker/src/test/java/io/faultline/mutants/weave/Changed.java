package io.faultline.mutants.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a tool makes of a class file as the class is loaded: a method of its own, and code in front of each other one. */
public final class Changed {
    private Changed() {}

    /** Changes a class file; the code in front has sites of mutants, and the line of what follows. */
    public static byte[] of(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    private boolean begun;

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        if (!begun) {
                            begun = true;
                            add(super.visitMethod(Opcodes.ACC_STATIC, "added", "()V", null, null));
                        }
                        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                        // A method that begins with a loop has a frame there.
                        return name.startsWith("<") || name.equals("forever") ? next : new Prefix(next);
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static void add(MethodVisitor code) {
        code.visitCode();
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static final class Prefix extends MethodVisitor {
        private boolean begun;

        Prefix(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitLineNumber(int line, org.objectweb.asm.Label start) {
            super.visitLineNumber(line, start);
            if (!begun) {
                begun = true;
                visitInsn(Opcodes.ICONST_2);
                visitInsn(Opcodes.ICONST_3);
                visitInsn(Opcodes.IMUL);
                visitInsn(Opcodes.POP);
            }
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(Math.max(stack, 2), locals);
        }
    }
}
