package io.faultline.instrument;

import org.objectweb.asm.MethodVisitor;

/** Where and how outcomes are marked: {@link MethodElements} emits the same code for every store. */
public interface OutcomeStore {
    /** Pushes the array of marks, in one or two instructions. */
    void array(MethodVisitor code);

    /** Returns the index of a slot in that array. */
    int indexOf(int slot);

    /** Returns the internal name of {@link Outcomes}, or of a copy that the code under test can access. */
    String looker();

    /** Returns the store for a method with line probes by {@code lines}, which may hold a usable array. */
    default OutcomeStore beside(Emitter lines) {
        return this;
    }
}
