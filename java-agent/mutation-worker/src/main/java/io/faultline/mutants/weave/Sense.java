package io.faultline.mutants.weave;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;

/*
 * Compilers negate most conditions: `if (a < b) body` becomes "if a >= b jump past the body". Descriptions of mutants
 * should show the condition of the source, so this class guesses it:
 *
 *   backward jump                 the end of a loop: as written
 *   forward, past a body          negated
 *   forward, to right after       the first operand of `||` (or, negated twice, of `&&` before `||`): the opposite of
 *   another conditional jump      that jump
 *
 * A wrong guess only affects descriptions: all seven alternatives exist either way.
 */
/** Whether a conditional jump is taken if the condition in the source holds. */
final class Sense {
    private static final int DEEP = 64;

    private Sense() {}

    static boolean isDirect(Place place) {
        return isDirect(place, (JumpInsnNode) place.node, place.index(), 0);
    }

    private static boolean isDirect(Place place, JumpInsnNode jump, int index, int depth) {
        int target = place.indexOf(jump.label);
        if (target <= index) {
            return true;
        }
        AbstractInsnNode before = MethodCode.real(jump.label.getPrevious(), false);
        int at = before == null ? -1 : place.indexOf(before);
        if (depth == DEEP || at <= index || !isForward(place, before, at)) {
            return false;
        }
        return !isDirect(place, (JumpInsnNode) before, at, depth + 1);
    }

    private static boolean isForward(Place place, AbstractInsnNode node, int index) {
        return Place.isConditional(node) && place.indexOf(((JumpInsnNode) node).label) > index;
    }
}
