package io.faultline.mutants.weave;

import io.faultline.mutants.boot.Arithmetic;
import org.objectweb.asm.Opcodes;

/** Mutates binary operations: each other operation of the family, or one operand alone. */
enum BinaryOperation implements Operator.Finder {
    ARITHMETIC(Opcodes.IADD, Opcodes.DREM, 0, 4),
    SHIFT(Opcodes.ISHL, Opcodes.LUSHR, 5, 2),
    BITWISE(Opcodes.IAND, Opcodes.LXOR, 8, 2);

    private static final String[] SIGNS = {"+", "-", "*", "/", "%", "<<", ">>", ">>>", "&", "|", "^"};
    private static final String[] METHODS = {
        "add",
        "subtract",
        "multiply",
        "divide",
        "remainder",
        "shiftLeft",
        "shiftRight",
        "shiftRightUnsigned",
        "and",
        "or",
        "xor"
    };
    private static final String TYPES = "IJFD";

    private final int first;
    private final int last;

    /** The {@link Arithmetic} code of the family's first operation. */
    private final int code;

    /** The number of operand types per operation. */
    private final int types;

    BinaryOperation(int first, int last, int code, int types) {
        this.first = first;
        this.last = last;
        this.code = code;
        this.types = types;
    }

    @Override
    public Change at(Place place) {
        if (place.opcode < first || place.opcode > last) {
            return null;
        }
        int operation = code + (place.opcode - first) / types;
        int type = (place.opcode - first) % types;
        char letter = TYPES.charAt(type);
        String descriptor = "(" + letter + (this == SHIFT ? 'I' : letter) + "I)" + letter;
        return new ValueChange(
                ValueChange.Side.INSTEAD,
                base -> Code.of(base).call("Arithmetic", METHODS[operation], descriptor),
                words(operation));
    }

    private static String[] words(int operation) {
        String[] words = new String[Arithmetic.alternatives(operation)];
        for (int i = 0; i < words.length; i++) {
            int other = Arithmetic.other(operation, i);
            String sign = "`" + SIGNS[operation] + "`";
            words[i] = other == Arithmetic.LEFT
                    ? "only the left operand of " + sign
                    : other == Arithmetic.RIGHT
                            ? "only the right operand of " + sign
                            : "`" + SIGNS[other] + "` for " + sign;
        }
        return words;
    }
}
