package io.faultline.agent;

import io.faultline.instrument.Trampolines;
import io.faultline.runtime.Tasks;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Weaves calls of {@link Tasks} into classes that create, submit and run tasks.
 *
 * <p>Adds only calls, no members and no stack frames.
 */
final class TaskWeaver {
    private static final String TASK = "(Ljava/lang/Object;I)V";

    /** The kind of call woven into a method. */
    enum Seam {
        /** Before every return of a constructor: a thread was created. */
        THREAD,
        /** Before every return of a constructor: a task was created. */
        MADE,
        /** Before every return of a constructor: a task was created that belongs to the thread that runs it. */
        OF_CALLER,
        /** At entry: the first parameter is submitted. */
        SUBMITTED,
        /** At entry: the second parameter is submitted. */
        SUBMITTED_SECOND,
        /** At entry: the first parameter was rejected. */
        REJECTED,
        /** The whole method runs the object as a task. */
        RUN,
        /** The whole method runs the object as a task, which may run again. */
        RUN_AGAIN,
        /** The whole method runs its first parameter as a task. */
        RUN_FIRST,
        /** The method is a loop; each {@code Runnable} it runs belongs to its submitter. */
        LOOP,
        /** Like {@link #LOOP}, but the rest of the method has no owner. */
        NOBODYS_LOOP,
        /** At the call of {@code beforeExecute}: the thread has a task. */
        WORKER,
        /** At entry: the second parameter is the thread's task. */
        BEFORE,
        /** At entry the thread has no task; at return its task is the result. */
        ASKS,
        /** Around the call of a timer's task. */
        TIMER;

        /** Whether a thread in such a method runs a task. */
        boolean runs() {
            return this == RUN || this == RUN_FIRST || this == LOOP;
        }
    }

    private TaskWeaver() {}

    /** Weaves the seams of a class into its file. */
    static byte[] weave(final String className, byte[] classFile, final Map<String, Seam> seams) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                        Seam seam = seams.get(className + "." + name);
                        boolean code = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
                        boolean bridge = (access & Opcodes.ACC_BRIDGE) != 0;
                        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
                        return seam == null || !code || bridge || !fits(seam, descriptor, isStatic)
                                ? next
                                : hook(seam, className, isStatic, next);
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Whether a method has the expected parameters; overloads may not. */
    private static boolean fits(Seam seam, String descriptor, boolean isStatic) {
        switch (seam) {
            case SUBMITTED:
            case REJECTED:
                return !isStatic && descriptor.startsWith("(L");
            case RUN_FIRST:
                return descriptor.startsWith("(L");
            case SUBMITTED_SECOND:
                return !isStatic && descriptor.matches("\\(L[^;]*;L.*");
            case LOOP:
                return true;
            default:
                return !isStatic;
        }
    }

    private static MethodVisitor hook(Seam seam, String owner, boolean isStatic, MethodVisitor next) {
        switch (seam) {
            case THREAD:
                return new Made(next, owner, Tasks.THREAD);
            case MADE:
                return new Made(next, owner, Tasks.MADE);
            case OF_CALLER:
                return new Made(next, owner, Tasks.OF_CALLER);
            case SUBMITTED:
                return new AtEntry(next, 1, Tasks.SUBMITTED);
            case SUBMITTED_SECOND:
                return new AtEntry(next, 2, Tasks.SUBMITTED);
            case REJECTED:
                return new AtEntry(next, 1, Tasks.REJECTED);
            case BEFORE:
                return new AtEntry(next, 2, Tasks.TAKEN);
            case ASKS:
                return new Asks(next);
            case RUN:
                return new Whole(next, 0, Tasks.BEGIN);
            case RUN_AGAIN:
                return new Whole(next, 0, Tasks.AGAIN);
            case RUN_FIRST:
                return new Whole(next, isStatic ? 0 : 1, Tasks.BEGIN);
            case LOOP:
                return new Loop(next, Tasks.LOOP);
            case NOBODYS_LOOP:
                return new Loop(next, Tasks.NOBODYS_LOOP);
            case WORKER:
                return new Worker(next);
            default:
                return new Timer(next);
        }
    }

    /** Base of all hooks: emits calls with a local, or without one. */
    private static class Hook extends MethodVisitor {
        Hook(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        final void call(int local, int what) {
            mv.visitVarInsn(Opcodes.ALOAD, local);
            tell(what);
        }

        final void end() {
            tellOnly(Tasks.END);
        }

        final void tellOnly(int what) {
            mv.visitInsn(Opcodes.ACONST_NULL);
            tell(what);
        }

        /** Stack[0]: the task. */
        final void tell(int what) {
            mv.visitIntInsn(Opcodes.BIPUSH, what);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, Trampolines.MAIN, "task", TASK, false);
        }

        static boolean returns(int opcode) {
            return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        }
    }

    /** Of several constructors that call each other, only the innermost makes the call. */
    private static final class Made extends Hook {
        private final String owner;
        private final int what;
        private boolean delegates;

        Made(MethodVisitor next, String owner, int what) {
            super(next);
            this.owner = owner;
            this.what = what;
        }

        @Override
        public void visitMethodInsn(int opcode, String called, String name, String descriptor, boolean isInterface) {
            delegates |= opcode == Opcodes.INVOKESPECIAL && name.equals("<init>") && called.equals(owner);
            super.visitMethodInsn(opcode, called, name, descriptor, isInterface);
        }

        @Override
        public void visitInsn(int opcode) {
            if (returns(opcode) && !delegates) {
                call(0, what);
            }
            super.visitInsn(opcode);
        }
    }

    private static final class AtEntry extends Hook {
        private final int local;
        private final int what;

        AtEntry(MethodVisitor next, int local, int what) {
            super(next);
            this.local = local;
            this.what = what;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            call(local, what);
        }
    }

    /** {@code begin; try { ... end; return } catch (any) { end; throw }}. */
    private static class Whole extends Hook {
        private final Label start = new Label();
        private final int local;
        private final int begin;
        private final int end;

        Whole(MethodVisitor next, int local, int begin) {
            this(next, local, begin, Tasks.END);
        }

        Whole(MethodVisitor next, int local, int begin, int end) {
            super(next);
            this.local = local;
            this.begin = begin;
            this.end = end;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (local < 0) {
                tellOnly(begin);
            } else {
                call(local, begin);
            }
            mv.visitLabel(start);
        }

        @Override
        public void visitInsn(int opcode) {
            if (returns(opcode)) {
                tellOnly(end);
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            Label handler = new Label();
            mv.visitLabel(handler);
            // No locals are used, so the frame is valid whatever locals the compiler kept.
            mv.visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
            tellOnly(end);
            mv.visitInsn(Opcodes.ATHROW);
            mv.visitTryCatchBlock(start, handler, handler, null);
            super.visitMaxs(maxStack, maxLocals);
        }
    }

    private static final class Loop extends Whole {
        Loop(MethodVisitor next, int begin) {
            super(next, -1, begin, Tasks.LOOP_END);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean runs =
                    opcode == Opcodes.INVOKEINTERFACE && owner.equals("java/lang/Runnable") && name.equals("run");
            if (runs) {
                // Stack[0]: the task.
                mv.visitInsn(Opcodes.DUP);
                tell(Tasks.NEXT);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (runs) {
                tellOnly(Tasks.DONE);
            }
        }
    }

    private static final class Worker extends Hook {
        Worker(MethodVisitor next) {
            super(next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.equals("beforeExecute")) {
                // Stack[0]: the task.
                mv.visitInsn(Opcodes.DUP);
                tell(Tasks.TAKEN);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }

    private static final class Asks extends Hook {
        Asks(MethodVisitor next) {
            super(next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            mv.visitInsn(Opcodes.ACONST_NULL);
            tell(Tasks.IDLE);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.ARETURN) {
                mv.visitInsn(Opcodes.DUP);
                tell(Tasks.TAKEN);
            }
            super.visitInsn(opcode);
        }
    }

    private static final class Timer extends Hook {
        Timer(MethodVisitor next) {
            super(next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean runs = owner.equals("java/util/TimerTask") && name.equals("run");
            if (runs) {
                mv.visitInsn(Opcodes.DUP);
                tell(Tasks.AGAIN);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (runs) {
                // A task that throws ends its timer's thread, so only returns need handling.
                end();
            }
        }
    }
}
