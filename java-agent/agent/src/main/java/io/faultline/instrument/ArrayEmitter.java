package io.faultline.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Scoped probes of a method that keeps its thread's array in a local after that of the cell. The array is fetched at
 * entry, and again before each backward jump and after calls that may have waited, so that a frame notices the end of
 * its owner.
 *
 * <p>For methods during which no test of their thread begins or ends. Hits between the owner's end and the thread's
 * next backward jump, wait or call are lost.
 */
final class ArrayEmitter extends CellEmitter {
    private static final String ARRAY = "[B";

    private final int array;

    ArrayEmitter(ScopedEmitter like, int cell) {
        super(like, cell);
        this.array = cell + 1;
    }

    @Override
    Object[] locals() {
        return new Object[] {Trampolines.CELL, ARRAY};
    }

    @Override
    void prologue(MethodVisitor code) {
        super.prologue(code);
        again(code);
    }

    @Override
    void again(MethodVisitor code) {
        now(code);
        code.visitVarInsn(Opcodes.ASTORE, array);
    }

    @Override
    public void array(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, array);
    }
}
