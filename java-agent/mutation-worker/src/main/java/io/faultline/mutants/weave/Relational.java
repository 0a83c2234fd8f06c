package io.faultline.mutants.weave;

import io.faultline.mutants.boot.Comparisons;
import org.objectweb.asm.Opcodes;

/**
 * Mutates comparisons of numbers: each of the other five, true, false. For longs and floating-point numbers the operand
 * is the result of the comparison instruction, which is compared with zero.
 */
final class Relational implements Operator.Finder {
    private static final String[] METHODS = {"equal", "unequal", "less", "notLess", "greater", "notGreater"};
    private static final String[] SIGNS = {"`==`", "`!=`", "`<`", "`>=`", "`>`", "`<=`"};

    @Override
    public Change at(Place place) {
        boolean zero = place.opcode >= Opcodes.IFEQ && place.opcode <= Opcodes.IFLE;
        boolean two = place.opcode >= Opcodes.IF_ICMPEQ && place.opcode <= Opcodes.IF_ICMPLE;
        if (!two && (!zero || Logical.isTruth(place))) {
            return null;
        }
        boolean direct = Sense.isDirect(place);
        int taken = place.opcode - (zero ? Opcodes.IFEQ : Opcodes.IF_ICMPEQ);
        int code = direct ? taken : taken ^ 1;
        return new JumpChange(
                direct,
                base -> (zero ? Code.of(0, base) : Code.of(base)).call("Comparisons", METHODS[code], "(III)Z"),
                words(code));
    }

    private static String[] words(int code) {
        String[] words = new String[Comparisons.OTHERS];
        for (int i = 0; i < words.length; i++) {
            int other = Comparisons.other(code, i);
            words[i] =
                    (other < SIGNS.length ? SIGNS[other] : other == 6 ? "`true`" : "`false`") + " for " + SIGNS[code];
        }
        return words;
    }
}
