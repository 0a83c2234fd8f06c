package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Scoped probes of a method with several: it looks for its thread's cell once, at its entry, and holds it in a local behind
 * its own; each probe has but to see which array is there now.
 */
class CellEmitter extends ScopedEmitter {
    /** aload of two bytes, invokestatic, sipush, iconst_1, bastore. */
    private static final int CELL_PROBE_BYTES = 10;

    /** HotSpot compiles no longer method, unless told to ({@code DontCompileHugeMethods}). */
    private static final int HUGE = 8_000;

    /** Indices of more bytes would lengthen the probes; there may be one more local behind the cell. */
    private static final int MAX_CELL = 254;

    final int cell;

    CellEmitter(ScopedEmitter like, int cell) {
        super(like);
        this.cell = cell;
    }

    /** Worth it for two probes and more in what runs more than once, and where nothing gets too long by it. */
    static boolean isWorthIt(MethodLayout layout, Placement placement) {
        int probes = 2 * layout.entries.length; // a line that begins with a jump may have two
        return placement == Placement.LINES
                && layout.entries.length > 1
                && !"<clinit>".equals(layout.name)
                && layout.maxLocals <= MAX_CELL
                && layout.codeLength + (probes + 1) * CELL_PROBE_BYTES <= HUGE;
    }

    @Override
    Object[] locals() {
        return new Object[] {Trampolines.CELL};
    }

    @Override
    void prologue(MethodVisitor code) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, Trampolines.CELL, "mine", Trampolines.MINE, false);
        code.visitVarInsn(Opcodes.ASTORE, cell);
    }

    @Override
    public void array(MethodVisitor code) {
        now(code);
    }

    /** Pushes the array that is in the cell now. */
    final void now(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, cell);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, chunkName, "at", Trampolines.AT, false);
    }
}
