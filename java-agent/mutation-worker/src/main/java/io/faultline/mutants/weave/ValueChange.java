package io.faultline.mutants.weave;

import org.objectweb.asm.tree.InsnList;

/** Inserts a call before, after or instead of the instruction. Adds no jump, so needs no frame. */
final class ValueChange extends Change {
    /** Position of the call relative to the instruction. */
    enum Side {
        BEFORE,
        AFTER,
        INSTEAD
    }

    /** Creates the call, given the number of the first alternative. */
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
