package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;

/** Replaces the condition of a jump by a call that returns a boolean. Adds no jump, so needs no frame. */
final class JumpChange extends Change {
    private final boolean jumpsIfTrue;
    private final ValueChange.Call call;

    JumpChange(boolean jumpsIfTrue, ValueChange.Call call, String... words) {
        super(words);
        this.jumpsIfTrue = jumpsIfTrue;
        this.call = call;
    }

    @Override
    void weave(Place place, int base) {
        place.method.instructions.insertBefore(place.node, call.at(base).list);
        ((JumpInsnNode) place.node).setOpcode(jumpsIfTrue ? Opcodes.IFNE : Opcodes.IFEQ);
    }
}
