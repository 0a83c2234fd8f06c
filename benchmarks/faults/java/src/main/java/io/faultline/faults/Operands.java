package io.faultline.faults;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What {@link InstructionText} leaves out of an instruction: its variable and its targets. */
final class Operands {
    private Operands() {}

    /** The slot of the variable that an instruction touches; -1 without one. */
    static int variable(AbstractInsnNode insn) {
        if (insn instanceof VarInsnNode access) {
            return access.var;
        }
        return insn instanceof IincInsnNode increment ? increment.var : -1;
    }

    /** Where an instruction may jump to: of a switch the cases in order, then the default. */
    static List<LabelNode> targets(AbstractInsnNode insn) {
        if (insn instanceof JumpInsnNode jump) {
            return List.of(jump.label);
        }
        if (insn instanceof TableSwitchInsnNode table) {
            return with(table.labels, table.dflt);
        }
        return insn instanceof LookupSwitchInsnNode lookup ? with(lookup.labels, lookup.dflt) : List.of();
    }

    private static List<LabelNode> with(List<LabelNode> cases, LabelNode other) {
        List<LabelNode> targets = new ArrayList<>(cases);
        targets.add(other);
        return targets;
    }
}
