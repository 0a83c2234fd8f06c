package io.faultline.mutants.weave;

import io.faultline.mutants.boot.Values;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.LabelNode;

/**
 * Mutates returned values: numbers become zero, one more or negated; booleans negated, true or false; references null;
 * strings also empty.
 */
final class Returns implements Operator.Finder {
    @Override
    public Change at(Place place) {
        if (place.opcode >= Opcodes.IRETURN && place.opcode <= Opcodes.DRETURN) {
            return place.returns("Z") ? truth() : number("IJFD".charAt(place.opcode - Opcodes.IRETURN));
        }
        if (place.opcode != Opcodes.ARETURN || place.stack(0) == Types.NOTHING) {
            return null;
        }
        return place.returns("Ljava/lang/String;") ? text() : new NullReturn();
    }

    private static Change truth() {
        return new Menu('I')
                .add(Values.OPPOSITE, "the opposite returned")
                .add(Values.ONE, "`true` returned")
                .add(Values.ZERO, "`false` returned")
                .on(ValueChange.Side.BEFORE);
    }

    private static Change number(char letter) {
        return new Menu(letter)
                .add(Values.ZERO, "`0` returned")
                .add(Values.ONE_MORE, "one more returned")
                .add(Values.NEGATIVE, "the negative returned")
                .on(ValueChange.Side.BEFORE);
    }

    private static Change text() {
        return new ValueChange(
                ValueChange.Side.BEFORE,
                base -> Code.of(base).call("Values", "returned", "(Ljava/lang/String;I)Ljava/lang/String;"),
                "`null` returned",
                "an empty text returned");
    }

    /** Uses a jump instead of a cast, because the declared return type may be inaccessible to the class. */
    private static final class NullReturn extends Change {
        NullReturn() {
            super("`null` returned");
        }

        @Override
        void weave(Place place, int base) {
            LabelNode original = new LabelNode();
            Code code = new Code().plain(Opcodes.DUP).push(base).call("Values", "nulled", "(Ljava/lang/Object;I)Z");
            code.jump(Opcodes.IFEQ, original).plain(Opcodes.POP).plain(Opcodes.ACONST_NULL);
            place.label(code, original);
            place.method.instructions.insertBefore(place.node, code.list);
        }
    }
}
