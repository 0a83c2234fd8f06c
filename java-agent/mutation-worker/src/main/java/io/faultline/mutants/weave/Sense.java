package io.faultline.mutants.weave;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;

/*
 * Compilers turn most conditions around: `if (a < b) body` becomes "if a >= b go behind the body". People are to read what the
 * source has, so this guesses it back:
 *
 *   backward jump                the end of a loop: as it is written
 *   forward, behind a body       turned around
 *   forward, to right behind     the first operand of `||` (or, turned around twice, of `&&` before `||`): the opposite of what
 *   another conditional jump     that jump is
 *
 * A wrong guess costs nothing but words: all seven alternatives are there either way.
 */
/** Whether a conditional jump is taken when the condition of the source holds. */
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
