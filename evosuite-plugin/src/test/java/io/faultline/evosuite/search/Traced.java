package io.faultline.evosuite.search;

import io.faultline.instrument.Emitter;
import io.faultline.instrument.Instrumenter;
import io.faultline.instrument.Refused;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Classes in the form in which EvoSuite 1.0.6 leaves them for later probes: each line begins with a call to its tracer,
 * and before each jump there are calls to its counter of loops and, where its tests run, to the switch that ends them.
 */
final class Traced {
    private static final String TRACER = "org/evosuite/testcase/execution/ExecutionTracer";
    private static final String COUNTER = "org/evosuite/runtime/LoopCounter";
    private static final String SWITCH = "org/evosuite/runtime/thread/KillSwitchHandler";

    private Traced() {}

    static byte[] add(byte[] classFile) {
        try {
            return countLoops(Instrumenter.instrument(classFile, Instrumenter.plan(classFile), new Lines()));
        } catch (Refused nothingToTrace) {
            return classFile;
        }
    }

    /** Emits the tracer's calls instead of probes. */
    private static final class Lines extends Emitter {
        @Override
        protected void probe(MethodVisitor code, int slot) {
            code.visitLdcInsn("a.Class");
            code.visitLdcInsn("method()V");
            code.visitLdcInsn(slot);
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC, TRACER, "passedLine", "(Ljava/lang/String;Ljava/lang/String;I)V", false);
        }

        @Override
        protected void shortProbe(MethodVisitor code, int slot) {
            probe(code, slot);
        }

        @Override
        protected void range(MethodVisitor code, int first, int last) {
            probe(code, first);
        }

        @Override
        protected void enter(MethodVisitor code) {}

        @Override
        protected void exit(MethodVisitor code) {}

        @Override
        protected void failed(MethodVisitor code) {
            code.visitInsn(Opcodes.POP);
        }
    }

    private static byte[] countLoops(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new Jumps(super.visitMethod(access, name, descriptor, signature, exceptions));
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Jumps extends MethodVisitor {
        private int jumps;

        Jumps(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            visitMethodInsn(Opcodes.INVOKESTATIC, COUNTER, "getInstance", "()L" + COUNTER + ";", false);
            visitLdcInsn(jumps++);
            visitMethodInsn(Opcodes.INVOKEVIRTUAL, COUNTER, "checkLoop", "(I)V", false);
            visitMethodInsn(Opcodes.INVOKESTATIC, SWITCH, "killIfTimeout", "()V", false);
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 2, maxLocals);
        }
    }
}
