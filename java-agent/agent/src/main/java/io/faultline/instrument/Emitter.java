package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes the probes of one class: what a probe is, where {@link ProbeInserter} says where it stands.
 *
 * <p>What is written leaves the stack as it was, uses no more of it than {@link #OPERANDS} on top, jumps nowhere, and is no
 * longer than said below: plans are made without knowing who writes.
 */
public abstract class Emitter {
    /** Operands that a probe holds on top of what the line's first instruction finds there. */
    static final int OPERANDS = 3;

    /** Bytes of a probe at most, but for those that {@link #of} makes room for. */
    static final int PROBE_BYTES = 8;

    /** Bytes at most of a probe in a method without room for all. */
    static final int SHORT_BYTES = 6;

    /** Bytes at most of one that marks several slots. */
    static final int RANGE_BYTES = 9;

    /** Bytes at most of a call at the begin or end of an initialiser. */
    static final int CALL_BYTES = 6;

    private static final Object[] NO_LOCALS = {};

    protected Emitter() {}

    /** Marks a slot. */
    protected abstract void probe(MethodVisitor code, int slot);

    /** Marks a slot in a method that has little room. */
    protected abstract void shortProbe(MethodVisitor code, int slot);

    /** Marks the slots {@code first} to {@code last}, in a method that has little room. */
    protected abstract void range(MethodVisitor code, int first, int last);

    /** The class's static initialiser begins. */
    protected abstract void enter(MethodVisitor code);

    /** It is about to return. */
    protected abstract void exit(MethodVisitor code);

    /** It failed. Stack: what it throws; afterwards no more. */
    protected abstract void failed(MethodVisitor code);

    /** Whether methods may have lost their lines since they were planned; else such a class is refused. */
    protected boolean mayLackLines() {
        return false;
    }

    /** Whether {@link #enter}, {@link #exit} and {@link #failed} bracket a static initialiser. */
    boolean looksAtInitialisers() {
        return true;
    }

    // ---- what only probes need that hold something while a method runs

    /** The one for a class. */
    Emitter of(ClassLayout layout) {
        return this;
    }

    /** The one for a method. */
    Emitter of(MethodLayout layout, Placement placement) {
        return this;
    }

    /** The types, as frames name them, of the locals behind the method's own that hold something from its entry on. */
    Object[] locals() {
        return NO_LOCALS;
    }

    /** Fills those locals, before the first instruction. */
    void prologue(MethodVisitor code) {}

    /** Comes right before a jump or switch that may lead backwards, and behind what may have waited. */
    void again(MethodVisitor code) {}

    /** Whether frames come, and so must go, expanded. */
    boolean wantsExpandedFrames() {
        return false;
    }

    /** Marks a slot of an array. */
    static void mark(MethodVisitor code, OutcomeStore store, int slot) {
        store.array(code);
        // Stack[0]: [B
        push(code, store.indexOf(slot));
        code.visitInsn(Opcodes.ICONST_1);
        // Stack[2]: 1, Stack[1]: index, Stack[0]: [B
        code.visitInsn(Opcodes.BASTORE);
    }

    /** Pushes in at most 3 bytes; in 3 whatever the value, but for one past 32,767 whose constant comes early in the pool. */
    protected static void push(MethodVisitor code, int value) {
        if (value <= Short.MAX_VALUE) {
            code.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            code.visitLdcInsn(value);
        }
    }
}
