package io.faultline.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Scoped probes of a method that holds its thread's array itself, in a local behind that of the cell: fetched at its entry, and
 * again before each jump backwards and behind what may have waited, so that a frame notices when its owner has ended.
 *
 * <p>For methods during which no test of their thread begins or ends. What an owner's thread stores after the owner's end is then
 * lost until it jumps back, has waited, or calls something.
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
