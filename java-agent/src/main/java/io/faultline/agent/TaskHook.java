package io.faultline.agent;

import io.faultline.instrument.Trampolines;
import io.faultline.runtime.Tasks;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Calls in the JDK's task classes that say whose a task is: see {@link Tasks}.
 *
 * <p>Woven when threads begin to be told apart, never before. Only calls are added, no member and no frame of
 * a stack trace. Source: {@code java.util.concurrent} and {@code java.util.Timer} of JDK 8 to 25.
 */
final class TaskHook {
    private static final String TASK = "(Ljava/lang/Object;I)V";
    private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";
    private static final String FORK = "java/util/concurrent/ForkJoinTask";
    private static final String FUTURE = "java/util/concurrent/FutureTask";
    private static final String SUPPLY = "java/util/concurrent/CompletableFuture$AsyncSupply";
    private static final String RUN = "java/util/concurrent/CompletableFuture$AsyncRun";
    private static final String COMPLETION = "java/util/concurrent/CompletableFuture$Completion";
    private static final String TIMER_TASK = "java/util/TimerTask";
    private static final String TIMER = "java/util/TimerThread";

    /** Internal names, in the order in which they are woven: pools first, so that what is handed to them is known. */
    static final String[] CLASSES = {POOL, FORK, FUTURE, TIMER_TASK, SUPPLY, RUN, COMPLETION, TIMER};

    /** Class, method and descriptor to what is added. */
    private static final Map<String, Place> PLACES = places();

    private enum Place {
        /** Before every return of a constructor: the object is a task. */
        MADE,
        /** At the entry: the first parameter is handed over. */
        SUBMITTED,
        /** At the entry: the first parameter was refused. */
        REJECTED,
        /** All of the method is done for the object. */
        RUN,
        /** At the call of {@code beforeExecute}: the thread has a task. */
        WORKER,
        /** At the entry: the second parameter is the task that the thread has. */
        BEFORE,
        /** At the entry the thread has no task, at the return it has the result. */
        NEXT,
        /** Around the call of a timer's task. */
        TIMER
    }

    private TaskHook() {}

    private static Map<String, Place> places() {
        Map<String, Place> places = new HashMap<>();
        places.put(FORK + "<init>", Place.MADE);
        places.put(FUTURE + "<init>", Place.MADE);
        places.put(TIMER_TASK + "<init>", Place.MADE);
        places.put(POOL + "execute", Place.SUBMITTED);
        places.put(POOL + "reject", Place.REJECTED);
        places.put(FORK + "doExec", Place.RUN);
        places.put(FUTURE + "run", Place.RUN);
        places.put(FUTURE + "runAndReset", Place.RUN);
        places.put(SUPPLY + "run", Place.RUN);
        places.put(RUN + "run", Place.RUN);
        places.put(COMPLETION + "run", Place.RUN);
        // A thread that waits for a task does so in a frame that stays as it was, so one place is not enough: a pool
        // that is new goes by the first, one that is older by the second or, but for its first task, the third.
        places.put(POOL + "runWorker", Place.WORKER);
        places.put(POOL + "beforeExecute", Place.BEFORE);
        places.put(POOL + "getTask", Place.NEXT);
        places.put(TIMER + "mainLoop", Place.TIMER);
        return places;
    }

    static boolean isWoven(String className) {
        for (String woven : CLASSES) {
            if (woven.equals(className)) {
                return true;
            }
        }
        return false;
    }

    static byte[] weave(final String className, byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                        Place place = PLACES.get(className + name);
                        boolean code = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_STATIC)) == 0;
                        return place == null || !code ? next : hook(place, className, next);
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static MethodVisitor hook(Place place, String owner, MethodVisitor next) {
        switch (place) {
            case MADE:
                return new Made(next);
            case SUBMITTED:
                return new AtEntry(next, 1, Tasks.SUBMITTED);
            case REJECTED:
                return new AtEntry(next, 1, Tasks.REJECTED);
            case BEFORE:
                return new AtEntry(next, 2, Tasks.TAKEN);
            case NEXT:
                return new Next(next);
            case RUN:
                return new Whole(next, owner);
            case WORKER:
                return new Worker(next);
            default:
                return new Timer(next);
        }
    }

    /** What all hooks share: a call with a local, or with nothing. */
    private static class Hook extends MethodVisitor {
        Hook(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        final void call(int local, int what) {
            mv.visitVarInsn(Opcodes.ALOAD, local);
            tell(what);
        }

        final void end() {
            mv.visitInsn(Opcodes.ACONST_NULL);
            tell(Tasks.END);
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

    private static final class Made extends Hook {
        Made(MethodVisitor next) {
            super(next);
        }

        @Override
        public void visitInsn(int opcode) {
            if (returns(opcode)) {
                call(0, Tasks.MADE);
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

    /** {@code begin; try { ... end; return } catch (any) { end; throw }}. The JDK never stores into {@code this}. */
    private static final class Whole extends Hook {
        private final Label start = new Label();
        private final Object[] locals;

        Whole(MethodVisitor next, String owner) {
            super(next);
            locals = new Object[] {owner};
        }

        @Override
        public void visitCode() {
            super.visitCode();
            call(0, Tasks.BEGIN);
            mv.visitLabel(start);
        }

        @Override
        public void visitInsn(int opcode) {
            if (returns(opcode)) {
                end();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            Label handler = new Label();
            mv.visitLabel(handler);
            mv.visitFrame(Opcodes.F_FULL, 1, locals, 1, new Object[] {"java/lang/Throwable"});
            end();
            mv.visitInsn(Opcodes.ATHROW);
            mv.visitTryCatchBlock(start, handler, handler, null);
            super.visitMaxs(maxStack, maxLocals);
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

    private static final class Next extends Hook {
        Next(MethodVisitor next) {
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
            boolean runs = owner.equals(TIMER_TASK) && name.equals("run");
            if (runs) {
                mv.visitInsn(Opcodes.DUP);
                tell(Tasks.BEGIN);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (runs) {
                // A task that throws ends its timer's thread.
                end();
            }
        }
    }
}
