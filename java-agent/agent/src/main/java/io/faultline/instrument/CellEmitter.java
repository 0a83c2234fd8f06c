package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Scoped probes of a method with several probes: it fetches its thread's cell once, at entry, into a local after its
 * own. Each probe only loads the current array from it.
 */
class CellEmitter extends ScopedEmitter {
    /** aload of two bytes, invokestatic, sipush, iconst_1, bastore. */
    private static final int CELL_PROBE_BYTES = 10;

    /** HotSpot does not compile longer methods by default ({@code DontCompileHugeMethods}). */
    private static final int HUGE = 8_000;

    /** Larger indices would lengthen probes; one more local may follow the cell. */
    private static final int MAX_CELL = 254;

    final int cell;

    CellEmitter(ScopedEmitter like, int cell) {
        super(like);
        this.cell = cell;
    }

    /** Whether the cell pays off: from two probes, in code that runs repeatedly, if nothing becomes too long. */
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

    /** Pushes the array currently in the cell. */
    final void now(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, cell);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, chunkName, "at", Trampolines.AT, false);
    }
}
