package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes the probes of a class: defines what a probe is, whereas {@link ProbeInserter} defines where.
 *
 * <p>Emitted code leaves the stack unchanged, uses at most {@link #OPERANDS} on top of it, has no jumps, and is no
 * longer than stated below, because plans do not depend on the emitter.
 */
public abstract class Emitter {
    /** Operands of a probe on top of those at the line's first instruction. */
    static final int OPERANDS = 3;

    /** Largest size of a probe in bytes, except for probes with room from {@link #of}. */
    static final int PROBE_BYTES = 8;

    /** Largest size in bytes of a probe in a method without room for all. */
    static final int SHORT_BYTES = 6;

    /** Largest size in bytes of a probe that marks several slots. */
    static final int RANGE_BYTES = 9;

    /** Largest size in bytes of a call at the begin or end of an initialiser. */
    static final int CALL_BYTES = 6;

    private static final Object[] NO_LOCALS = {};

    protected Emitter() {}

    /** Marks a slot. */
    protected abstract void probe(MethodVisitor code, int slot);

    /** Marks a slot with short code. */
    protected abstract void shortProbe(MethodVisitor code, int slot);

    /** Marks the slots {@code first} to {@code last} with short code. */
    protected abstract void range(MethodVisitor code, int first, int last);

    /** Emits the begin of the class's static initialiser. */
    protected abstract void enter(MethodVisitor code);

    /** Emits the end of the initialiser, before a return. */
    protected abstract void exit(MethodVisitor code);

    /** Emits the failure of the initialiser. Stack: the exception, which is consumed. */
    protected abstract void failed(MethodVisitor code);

    /** Whether methods may have lost lines since planning; otherwise such a class is refused. */
    protected boolean mayLackLines() {
        return false;
    }

    /** Whether a static initialiser is bracketed by {@link #enter}, {@link #exit} and {@link #failed}. */
    boolean looksAtInitialisers() {
        return true;
    }

    // ---- for emitters that keep something in a local while a method runs

    /** Returns the emitter for a class. */
    Emitter of(ClassLayout layout) {
        return this;
    }

    /** Returns the emitter for a method. */
    Emitter of(MethodLayout layout, Placement placement) {
        return this;
    }

    /** Returns the frame types of additional locals that are set from the method's entry on. */
    Object[] locals() {
        return NO_LOCALS;
    }

    /** Sets these locals, before the first instruction. */
    void prologue(MethodVisitor code) {}

    /** Called before a jump or switch that may lead backwards, and after an instruction that may have waited. */
    void again(MethodVisitor code) {}

    /** Whether frames must be expanded. */
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

    /** Pushes a value in at most 3 bytes, except above 32,767 unless its constant is early in the pool. */
    protected static void push(MethodVisitor code, int value) {
        if (value <= Short.MAX_VALUE) {
            code.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            code.visitLdcInsn(value);
        }
    }
}
