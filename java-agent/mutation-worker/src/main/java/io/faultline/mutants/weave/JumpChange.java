package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;

/** A change of a conditional jump: what decides is called, and the jump is on its truth. No new jump, so no frame. */
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
