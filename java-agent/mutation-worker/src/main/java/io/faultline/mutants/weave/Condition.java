package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;

/** Mutates comparisons of references with each other or with null: negated, true, false. */
final class Condition implements Operator.Finder {
    @Override
    public Change at(Place place) {
        boolean two = place.opcode == Opcodes.IF_ACMPEQ || place.opcode == Opcodes.IF_ACMPNE;
        boolean one = place.opcode == Opcodes.IFNULL || place.opcode == Opcodes.IFNONNULL;
        if (!two && !one) {
            return null;
        }
        boolean direct = Sense.isDirect(place);
        boolean jumpsIfSame = place.opcode == Opcodes.IF_ACMPEQ || place.opcode == Opcodes.IFNULL;
        boolean same = jumpsIfSame == direct;
        String sign = same ? "==" : "!=";
        String operand = one ? " null" : "";
        return new JumpChange(
                direct,
                base -> Code.of(same ? 1 : 0, base)
                        .call(
                                "Comparisons",
                                two ? "references" : "nullness",
                                "(Ljava/lang/Object;" + (two ? "Ljava/lang/Object;" : "") + "ZI)Z"),
                "`" + (same ? "!=" : "==") + operand + "` for `" + sign + operand + "`",
                "`true` for `" + sign + operand + "`",
                "`false` for `" + sign + operand + "`");
    }
}
