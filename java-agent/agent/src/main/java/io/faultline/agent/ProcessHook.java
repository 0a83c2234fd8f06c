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
 * <p>Source: {@code java.lang.ProcessImpl.start(String[] cmdarray, Map environment, String dir, ...)}, static, in JDK 8 to 25 on Linux and, with the
 * same parameters, on Windows.
 */
final class ProcessHook {
    static final String CLASS = "java/lang/ProcessImpl";

    private static final String WITH_SURROUNDINGS = "([Ljava/lang/String;Ljava/util/Map;Ljava/lang/String;";

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
                        return starts ? new Command(next, descriptor.startsWith(WITH_SURROUNDINGS)) : next;
                    }
                },
                0);
        return writer.toByteArray();
    }

    /**
     * Emits {@code cmdarray = $Faultline.command(cmdarray, environment, dir)} at entry; the local keeps its type, so
     * frames stay valid.
     */
    private static final class Command extends MethodVisitor {
        private final boolean withSurroundings;

        Command(MethodVisitor next, boolean withSurroundings) {
            super(Opcodes.ASM9, next);
            this.withSurroundings = withSurroundings;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            for (int parameter = 1; parameter <= 2; parameter++) {
                if (withSurroundings) {
                    super.visitVarInsn(Opcodes.ALOAD, parameter);
                } else {
                    super.visitInsn(Opcodes.ACONST_NULL);
                }
            }
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Trampolines.MAIN, "command", Trampolines.COMMAND, false);
            super.visitVarInsn(Opcodes.ASTORE, 0);
        }
    }
}
