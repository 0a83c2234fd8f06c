package io.faultline.instrument;

import org.objectweb.asm.MethodVisitor;

/** Where outcomes are marked, and what looks at the values: {@link MethodElements} writes the same code for whoever says that. */
public interface OutcomeStore {
    /** Pushes the array of marks, in one instruction or two. */
    void array(MethodVisitor code);

    /** The index of a slot in that array. */
    int indexOf(int slot);

    /** The internal name of {@link Outcomes}, or of a copy of it that the code under test finds. */
    String looker();

    /** The one for a method whose lines {@code lines} marks, which may hold something that serves here, too. */
    default OutcomeStore beside(Emitter lines) {
        return this;
    }
}
