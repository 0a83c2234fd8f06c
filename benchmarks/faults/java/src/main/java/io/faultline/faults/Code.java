package io.faultline.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** A method's instructions by number, without labels, lines and frames between them. */
final class Code implements InstructionText.Names {
    final List<AbstractInsnNode> instructions = new ArrayList<>();
    final List<String> texts = new ArrayList<>();
    /** The source line of each; 0 where none is known. */
    final List<Integer> lines = new ArrayList<>();
    final List<TryCatchBlockNode> handlers;
    private final Release release;
    private final List<LocalVariableNode> variables;
    /** The number of the first instruction at or after a label. */
    private final Map<LabelNode, Integer> positions = new HashMap<>();

    Code(Release release, MethodNode method) {
        this.release = release;
        this.variables = method.localVariables == null ? List.of() : method.localVariables;
        this.handlers = method.tryCatchBlocks;
        InstructionText text = new InstructionText(this);
        int line = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                line = number.line;
            } else if (insn instanceof LabelNode label) {
                positions.put(label, instructions.size());
            } else if (insn.getOpcode() >= 0) {
                instructions.add(insn);
                texts.add(text.of(insn));
                lines.add(line);
            }
        }
    }

    int size() {
        return instructions.size();
    }

    /** At most {@link #size}: a label may be the end. */
    int position(LabelNode label) {
        return positions.getOrDefault(label, size());
    }

    /** The variable that an instruction touches, by name where the class file tells it; null without one. */
    String variable(int at) {
        int slot = Operands.variable(instructions.get(at));
        if (slot < 0) {
            return null;
        }
        for (LocalVariableNode variable : variables) {
            // A variable's range begins after the instruction that stores its first value.
            boolean covers = position(variable.start) <= at + 1 && at < position(variable.end);
            if (variable.index == slot && covers) {
                return variable.name + ' ' + variable.desc;
            }
        }
        return "slot " + slot;
    }

    @Override
    public String owner(String owner) {
        return owner.matches(".*\\$\\d+(\\$f)?") && isSwitchTable(owner) ? "table" : owner;
    }

    private boolean isSwitchTable(String owner) {
        return release.classes.containsKey(owner) && Release.isSwitchTable(release.classes.get(owner));
    }

    /** Helpers are compared by themselves; here their types stand for them. */
    @Override
    public String method(String owner, String name, String desc) {
        return release.helper(owner, name, desc) == null ? owner + "." + name + desc : "helper " + desc;
    }
}
