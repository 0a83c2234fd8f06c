package io.faultline.mutants.weave;

import org.objectweb.asm.tree.InsnList;

/** A change that is a call before or after the instruction, or in place of it: no jump, so no frame. */
final class ValueChange extends Change {
    /** Where the call goes. */
    enum Side {
        BEFORE,
        AFTER,
        INSTEAD
    }

    /** What is called, once the number of the first alternative is known. */
    interface Call {
        Code at(int base);
    }

    private final Side side;
    private final Call call;

    ValueChange(Side side, Call call, String... words) {
        super(words);
        this.side = side;
        this.call = call;
    }

    @Override
    void weave(Place place, int base) {
        InsnList code = place.method.instructions;
        if (side == Side.BEFORE) {
            code.insertBefore(place.node, call.at(base).list);
            return;
        }
        code.insert(place.node, call.at(base).list);
        if (side == Side.INSTEAD) {
            code.remove(place.node);
        }
    }
}
