package io.faultline.mutants.weave;

import io.faultline.mutants.boot.Values;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Mutates numeric variables: one more, one less, negated. Removes negations. */
final class Unary implements Operator.Finder {
    private static final String LETTERS = "IJFD";

    @Override
    public Change at(Place place) {
        if (place.opcode >= Opcodes.INEG && place.opcode <= Opcodes.DNEG) {
            char letter = LETTERS.charAt(place.opcode - Opcodes.INEG);
            return new Menu(letter).add(Values.NEGATIVE, "the `-` left out").on(ValueChange.Side.AFTER);
        }
        return place.opcode >= Opcodes.ILOAD && place.opcode <= Opcodes.DLOAD ? load(place) : null;
    }

    private static Change load(Place place) {
        char letter = LETTERS.charAt(place.opcode - Opcodes.ILOAD);
        LocalVariableNode variable = place.variables().living(((VarInsnNode) place.node).var, place.index());
        if (variable == null || variable.desc.charAt(0) != letter) {
            return null; // a boolean or char, or of unknown type
        }
        String name = variable.name;
        return new Menu(letter)
                .add(Values.ONE_MORE, "`" + name + " + 1` for `" + name + "`")
                .add(Values.ONE_LESS, "`" + name + " - 1` for `" + name + "`")
                .add(Values.NEGATIVE, "`-" + name + "` for `" + name + "`")
                .on(ValueChange.Side.AFTER);
    }
}
