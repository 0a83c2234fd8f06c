package io.faultline.mutants.weave;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Inserts {@code Fuel.burn()} before each jump that may go backwards. Excludes static initialisers: if one fails, its
 * class is unusable until the JVM ends.
 */
final class Loops {
    private Loops() {}

    /** Inserts the calls. Returns whether the method has such a jump. */
    static boolean burn(MethodNode method) {
        if (method.name.equals("<clinit>")) {
            return false;
        }
        AbstractInsnNode[] nodes = method.instructions.toArray();
        Map<LabelNode, Integer> labels = new IdentityHashMap<>();
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] instanceof LabelNode) {
                labels.put((LabelNode) nodes[i], i);
            }
        }
        boolean found = false;
        for (int i = 0; i < nodes.length; i++) {
            if (goesBackward(nodes[i], i, labels)) {
                method.instructions.insertBefore(nodes[i], new Code().call("Fuel", "burn", "()V").list);
                found = true;
            }
        }
        return found;
    }

    private static boolean goesBackward(AbstractInsnNode node, int index, Map<LabelNode, Integer> labels) {
        if (node instanceof JumpInsnNode) {
            return node.getOpcode() != Opcodes.JSR && labels.get(((JumpInsnNode) node).label) <= index;
        }
        if (node instanceof TableSwitchInsnNode) {
            TableSwitchInsnNode table = (TableSwitchInsnNode) node;
            return labels.get(table.dflt) <= index || any(table.labels, index, labels);
        }
        if (node instanceof LookupSwitchInsnNode) {
            LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) node;
            return labels.get(lookup.dflt) <= index || any(lookup.labels, index, labels);
        }
        return false;
    }

    private static boolean any(List<LabelNode> targets, int index, Map<LabelNode, Integer> labels) {
        return targets.stream().anyMatch(target -> labels.get(target) <= index);
    }
}
