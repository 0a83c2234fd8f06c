package io.faultline.mutants.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Mutates switches: always the default, or always the first case. */
final class Switches implements Operator.Finder {
    @Override
    public Change at(Place place) {
        List<Integer> keys = keys(place);
        if (keys.isEmpty()) {
            return null;
        }
        int other = absent(keys);
        int first = keys.get(0);
        return new ValueChange(
                ValueChange.Side.BEFORE,
                base -> Code.of(other, first, base).call("Values", "selects", "(IIII)I"),
                "the default for the case of the switch",
                "the first case for the case of the switch");
    }

    /** The case values in ascending order. */
    private static List<Integer> keys(Place place) {
        if (place.node instanceof LookupSwitchInsnNode) {
            return ((LookupSwitchInsnNode) place.node).keys;
        }
        List<Integer> keys = new ArrayList<>();
        if (place.node instanceof TableSwitchInsnNode) {
            TableSwitchInsnNode table = (TableSwitchInsnNode) place.node;
            for (int i = 0; i < table.labels.size(); i++) {
                keys.add(table.min + i);
            }
        }
        return keys;
    }

    /** A value without a case: the one after the last, or the highest gap. */
    private static int absent(List<Integer> keys) {
        int last = keys.get(keys.size() - 1);
        if (last != Integer.MAX_VALUE) {
            return last + 1;
        }
        int candidate = last;
        while (keys.contains(candidate)) {
            candidate--;
        }
        return candidate;
    }
}
