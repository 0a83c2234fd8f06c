package io.faultline.mutants.weave;

import io.faultline.mutants.boot.Values;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * Mutates constants: one more, one less, zero, negated, without duplicates; booleans are negated; strings become empty.
 *
 * <p>Excludes returned booleans, which {@link Returns} mutates, and lengths of new arrays.
 */
final class Constants implements Operator.Finder {
    private static final int[] CHOICES = {Values.ONE_MORE, Values.ONE_LESS, Values.ZERO, Values.NEGATIVE};

    @Override
    public Change at(Place place) {
        Object value = value(place);
        if (value instanceof String) {
            return ((String) value).isEmpty() ? null : text();
        }
        if (value instanceof Integer) {
            return integer(place, (Integer) value);
        }
        return value instanceof Long || value instanceof Float || value instanceof Double
                ? number((Number) value)
                : null;
    }

    private static Object value(Place place) {
        int opcode = place.opcode;
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return opcode - Opcodes.ICONST_0;
        }
        if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
            return (long) (opcode - Opcodes.LCONST_0);
        }
        if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            return (float) (opcode - Opcodes.FCONST_0);
        }
        if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
            return (double) (opcode - Opcodes.DCONST_0);
        }
        if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
            return ((IntInsnNode) place.node).operand;
        }
        return opcode == Opcodes.LDC ? ((LdcInsnNode) place.node).cst : null;
    }

    private static Change text() {
        return new ValueChange(
                ValueChange.Side.AFTER,
                base -> Code.of(base).call("Values", "text", "(Ljava/lang/String;I)Ljava/lang/String;"),
                "an empty text for the constant");
    }

    private static Change integer(Place place, int value) {
        AbstractInsnNode next = place.next();
        int following = next == null ? -1 : next.getOpcode();
        if (following == Opcodes.NEWARRAY || following == Opcodes.ANEWARRAY) {
            return null;
        }
        boolean truth = (value == 0 || value == 1) && place.use() == Type.BOOLEAN_TYPE;
        if (!truth) {
            return number(value);
        }
        if (place.isReturned()) {
            return null;
        }
        String words = value == 0 ? "`true` for the constant `false`" : "`false` for the constant `true`";
        return new Menu('I').add(Values.OPPOSITE, words).on(ValueChange.Side.AFTER);
    }

    private static Change number(Number value) {
        Menu menu = new Menu(
                value instanceof Long ? 'J' : value instanceof Float ? 'F' : value instanceof Double ? 'D' : 'I');
        List<Number> seen = new ArrayList<>();
        seen.add(value);
        for (int choice : CHOICES) {
            Number other = changed(value, choice);
            if (seen.stream().noneMatch(one -> isSame(one, other))) {
                seen.add(other);
                menu.add(choice, "`" + other + "` for the constant " + value);
            }
        }
        return menu.on(ValueChange.Side.AFTER);
    }

    /** Positive and negative zero count as the same. */
    private static boolean isSame(Number left, Number right) {
        return left instanceof Long ? left.equals(right) : left.doubleValue() == right.doubleValue();
    }

    private static Number changed(Number value, int choice) {
        if (value instanceof Long) {
            return Values.changed(value.longValue(), choice);
        }
        if (value instanceof Float) {
            return Values.changed(value.floatValue(), choice);
        }
        if (value instanceof Double) {
            return Values.changed(value.doubleValue(), choice);
        }
        return Values.changed(value.intValue(), choice);
    }
}
