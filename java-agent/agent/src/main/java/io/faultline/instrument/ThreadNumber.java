package io.faultline.instrument;

import java.lang.reflect.Field;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * How a class in {@code java.lang} reads the number of the thread that runs it: a load for every compiler, and nothing that
 * a subclass of {@code Thread} could answer in its place.
 */
final class ThreadNumber {
    private static final String THREAD = "java/lang/Thread";

    private static final String UNSAFE = "jdk/internal/misc/Unsafe";

    /** Where it comes from. */
    private enum From {
        /** From Java 19 on threads say it themselves. */
        THREAD,
        /** From Java 9 on it can be read beside the thread, where the image has what tells its place. */
        FIELD,
        /** Java 8, and whatever else: threads are found by their locals alone. */
        NOWHERE
    }

    private final From from;
    private final long offset;

    private ThreadNumber(From from, long offset) {
        this.from = from;
        this.offset = offset;
    }

    /** Of this JVM. */
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
            // said below
        }
        return new ThreadNumber(From.NOWHERE, 0);
    }

    /** Pushes it; 0 where it cannot be read. Stack: {@link #OPERANDS} on top. */
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

    /** What {@link #push} needs of the stack. */
    static final int OPERANDS = 4;
}
