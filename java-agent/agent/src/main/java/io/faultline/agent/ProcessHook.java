package io.faultline.agent;

import io.faultline.instrument.Trampolines;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Passes the command of every process that this JVM starts through {@code $Faultline.command}.
 *
 * <p>Source: {@code java.lang.ProcessImpl.start(String[] cmdarray, ...)}, static, in JDK 8 to 25 on Linux and, with the
 * same first parameter, on Windows.
 */
final class ProcessHook {
    static final String CLASS = "java/lang/ProcessImpl";

    private ProcessHook() {}

    static byte[] weave(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                        boolean starts = name.equals("start")
                                && descriptor.startsWith("([Ljava/lang/String;")
                                && (access & Opcodes.ACC_STATIC) != 0;
                        return starts ? new Command(next) : next;
                    }
                },
                0);
        return writer.toByteArray();
    }

    /**
     * Emits {@code cmdarray = $Faultline.command(cmdarray)} at entry; the local keeps its type, so frames stay valid.
     */
    private static final class Command extends MethodVisitor {
        Command(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    Trampolines.MAIN,
                    "command",
                    "([Ljava/lang/String;)[Ljava/lang/String;",
                    false);
            super.visitVarInsn(Opcodes.ASTORE, 0);
        }
    }
}
