package io.faultline.mutants.driver;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Weaves the call of {@link TaskHook} into the platform's task: {@code if (TaskHook.takes(this)) return;}. */
final class TaskWeaver {
    /** Internal name of the class to weave. */
    static final String TASK = "org/junit/platform/engine/support/hierarchical/NodeTestTask";

    private static final String HOOK = "io/faultline/mutants/driver/TaskHook";

    private TaskWeaver() {}

    /** The class with the call at the entry of its method {@code execute()}. */
    static byte[] weave(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Weaver(writer), 0);
        return writer.toByteArray();
    }

    private static final class Weaver extends ClassVisitor {
        Weaver(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean is = name.equals("execute") && descriptor.equals("()V");
            return is ? new Entry(next) : next;
        }
    }

    private static final class Entry extends MethodVisitor {
        Entry(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label run = new Label();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOK, "takes", "(Ljava/lang/Object;)Z", false);
            super.visitJumpInsn(Opcodes.IFEQ, run);
            super.visitInsn(Opcodes.RETURN);
            super.visitLabel(run);
            super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            // The next frame must not stand at the same instruction.
            super.visitInsn(Opcodes.NOP);
        }
    }
}
