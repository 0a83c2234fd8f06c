package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * Mutates booleans that code branches on, such as operands of {@code &&}, {@code ||}, {@code !}: negated, true, false.
 */
final class Logical implements Operator.Finder {
    private static final String ASSERTIONS = "$assertionsDisabled";

    @Override
    public Change at(Place place) {
        if (!isTruth(place) || isAssertion(place.previous())) {
            return null;
        }
        boolean jumpsIfTrue = place.opcode == Opcodes.IFNE;
        boolean direct = Sense.isDirect(place);
        // The mutants change the value itself, which the source may negate with `!`.
        boolean plain = jumpsIfTrue == direct;
        return new JumpChange(
                jumpsIfTrue,
                base -> Code.of(base).call("Comparisons", "truth", "(ZI)Z"),
                "the opposite of the condition",
                plain ? "`true` for the condition" : "`false` for the condition",
                plain ? "`false` for the condition" : "`true` for the condition");
    }

    /** Whether the instruction tests a boolean rather than comparing a number with zero. */
    static boolean isTruth(Place place) {
        if (place.opcode != Opcodes.IFEQ && place.opcode != Opcodes.IFNE) {
            return false;
        }
        return place.stack(0) == Types.TRUTH || loadsTruth(place);
    }

    private static boolean loadsTruth(Place place) {
        AbstractInsnNode previous = place.previous();
        return previous != null && previous.getOpcode() == Opcodes.ILOAD && place.isTruthVariable(previous);
    }

    private static boolean isAssertion(AbstractInsnNode node) {
        return node instanceof FieldInsnNode && ((FieldInsnNode) node).name.equals(ASSERTIONS);
    }
}
