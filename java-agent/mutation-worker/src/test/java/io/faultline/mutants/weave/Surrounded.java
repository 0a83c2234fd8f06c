package io.faultline.mutants.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What AspectJ makes of a class as it is loaded: the code of each method is in another one, and the method itself only
 * calls it.
 */
final class Surrounded {
    private Surrounded() {}

    /** Changes a class file whose methods take an int and return one. */
    static byte[] of(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        if (name.startsWith("<")) {
                            return super.visitMethod(access, name, descriptor, signature, exceptions);
                        }
                        String body = name + "_aroundBody0";
                        dispatch(
                                super.visitMethod(access, name, descriptor, signature, exceptions),
                                reader.getClassName(),
                                body,
                                descriptor);
                        int added = Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
                        return super.visitMethod(added, body, descriptor, signature, exceptions);
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static void dispatch(MethodVisitor code, String type, String body, String descriptor) {
        Label start = new Label();
        code.visitCode();
        code.visitLabel(start);
        code.visitLineNumber(1, start);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, type, body, descriptor, false);
        code.visitInsn(Opcodes.IRETURN);
        code.visitMaxs(2, 2);
        code.visitEnd();
    }
}
