package io.faultline.instrument;

import java.lang.reflect.Field;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Emits code for a class in {@code java.lang} that reads the current thread's number: a single load after compilation,
 * which subclasses of {@code Thread} cannot override.
 */
final class ThreadNumber {
    private static final String THREAD = "java/lang/Thread";

    private static final String UNSAFE = "jdk/internal/misc/Unsafe";

    /** The source of thread numbers. */
    private enum From {
        /** {@code Thread.threadId}, from Java 19 on. */
        THREAD,
        /** The field of {@code Thread}, from Java 9 on, if the image can locate it. */
        FIELD,
        /** None, on Java 8 and others: cells are then only found through thread locals. */
        NOWHERE
    }

    private final From from;
    private final long offset;

    private ThreadNumber(From from, long offset) {
        this.from = from;
        this.offset = offset;
    }

    /** Returns the source for this JVM. */
    static ThreadNumber ofJvm() {
        try {
            Thread.class.getMethod("threadId");
            return new ThreadNumber(From.THREAD, 0);
        } catch (NoSuchMethodException older) {
            return ofField();
        }
    }

    private static ThreadNumber ofField() {
        try {
            Class.forName(UNSAFE.replace('/', '.'), false, null);
            Field number = Thread.class.getDeclaredField("tid");
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field only = type.getDeclaredField("theUnsafe");
            only.setAccessible(true);
            Object offset = type.getMethod("objectFieldOffset", Field.class).invoke(only.get(null), number);
            if (number.getType() == long.class) {
                return new ThreadNumber(From.FIELD, (Long) offset);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError elsewhere) {
            // NOWHERE, see below
        }
        return new ThreadNumber(From.NOWHERE, 0);
    }

    /** Pushes the number; 0 if it cannot be read. Uses {@link #OPERANDS} of the stack. */
    void push(MethodVisitor code) {
        switch (from) {
            case THREAD:
                currentThread(code);
                code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, THREAD, "threadId", "()J", false);
                return;
            case FIELD:
                code.visitMethodInsn(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";", false);
                currentThread(code);
                code.visitLdcInsn(offset);
                code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, UNSAFE, "getLong", "(Ljava/lang/Object;J)J", false);
                return;
            default:
                code.visitInsn(Opcodes.LCONST_0);
        }
    }

    private static void currentThread(MethodVisitor code) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, THREAD, "currentThread", "()Ljava/lang/Thread;", false);
    }

    /** Stack slots used by {@link #push}. */
    static final int OPERANDS = 4;
}
