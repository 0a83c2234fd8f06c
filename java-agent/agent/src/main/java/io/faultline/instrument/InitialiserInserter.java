package io.faultline.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Inserts probes into a static initialiser and brackets it, so that its hits can be separated from those of the test
 * that triggered it.
 *
 * <pre>
 *  enter()                    not protected: if it throws, nothing was entered
 *  try {
 *      ... exit(); return ...
 *  } catch (any thrown) {     the last entry of the table: the user's own handlers come first
 *      failed(thrown); throw;
 *  }
 * </pre>
 *
 * <p>The calls before returns are outside the protected ranges, so either {@code exit} or {@code failed} is called
 * exactly once.
 */
final class InitialiserInserter extends ProbeInserter {
    private static final Object[] NOTHING = {};
    private static final Object[] THROWABLE = {"java/lang/Throwable"};

    private final Emitter emitter;
    private final boolean withFrames;
    private final boolean expanded;
    private final List<Label> ranges = new ArrayList<>();

    /** Start of the current protected range, or null between a return and the next instruction. */
    private Label open;

    InitialiserInserter(MethodVisitor writer, MethodProbes probes) {
        super(writer, probes);
        this.emitter = probes.emitter;
        this.withFrames = probes.withFrames;
        this.expanded = probes.expanded;
    }

    /** Returns the bytes added to an initialiser with that many return instructions, besides probes. */
    static int addedBytes(int returns) {
        return Emitter.CALL_BYTES * (returns + 2) + 2;
    }

    @Override
    boolean hasPrologue() {
        return true;
    }

    @Override
    void prologue() {
        emitter.enter(mv);
        super.prologue();
    }

    @Override
    void atInstruction() {
        if (open == null) {
            open = new Label();
            mv.visitLabel(open);
        }
        super.atInstruction();
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode != Opcodes.RETURN) {
            super.visitInsn(opcode);
            return;
        }
        close();
        super.atInstruction();
        emitter.exit(mv);
        mv.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        close();
        if (!ranges.isEmpty()) {
            Label handler = new Label();
            mv.visitLabel(handler);
            if (withFrames) {
                mv.visitFrame(expanded ? Opcodes.F_NEW : Opcodes.F_FULL, 0, NOTHING, 1, THROWABLE);
            }
            mv.visitInsn(Opcodes.DUP);
            emitter.failed(mv);
            mv.visitInsn(Opcodes.ATHROW);
            for (int index = 0; index < ranges.size(); index += 2) {
                mv.visitTryCatchBlock(ranges.get(index), ranges.get(index + 1), handler, null);
            }
        }
        super.visitMaxs(maxStack, maxLocals);
    }

    private void close() {
        if (open != null) {
            Label end = new Label();
            mv.visitLabel(end);
            ranges.add(open);
            ranges.add(end);
            open = null;
        }
    }
}
