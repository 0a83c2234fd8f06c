package io.faultline.agent;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets a test task of Gradle succeed when all of its tests are left out. Gradle fails a task that runs no test if a filter is
 * set ({@code --tests}), and Gradle 9 also without one; Gradle 8 warns that Gradle 9 will.
 *
 * <p>A task that asks for the number of tests that ran gets at least 1. This JVM does not know what test JVMs leave out, so it
 * does so for every test task, also for one whose filter matches no test.
 *
 * <p>Source: {@code AbstractTestTask.handleCollectedResults}, which calls {@code TestCountLogger.getTotalTests()}.
 */
final class EmptyTestTask {
    static final String CLASS = "org/gradle/api/tasks/testing/AbstractTestTask";

    private EmptyTestTask() {}

    static byte[] weave(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new AtLeastOne(super.visitMethod(access, name, descriptor, signature, exceptions));
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Emits {@code Math.max(number, 1)} behind calls that return the number of tests. */
    private static final class AtLeastOne extends MethodVisitor {
        AtLeastOne(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals("getTotalTests") && descriptor.equals("()J")) {
                // Stack[0]: J
                super.visitInsn(Opcodes.LCONST_1);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "max", "(JJ)J", false);
            }
        }
    }
}
