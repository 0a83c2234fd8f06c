package io.faultline.faults;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The text of a method's code by which two releases are compared: no lines, frames, names of variables or numbers of
 * lambdas. A helper stands there with its own text instead of its name, so a changed lambda changes its method.
 */
final class Body implements InstructionText.Names {
    private static final int KEPT_ACCESS =
            Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;

    private final Release release;
    private final InstructionText instructions = new InstructionText(this);
    private final Map<String, String> helpers = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    Body(Release release) {
        this.release = release;
    }

    String text(MethodNode method) {
        StringBuilder out = new StringBuilder().append(method.access & KEPT_ACCESS).append('\n');
        Map<AbstractInsnNode, Integer> labels = new HashMap<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            out.append("try ").append(label(block.start, labels)).append(' ').append(label(block.end, labels));
            out.append(' ').append(label(block.handler, labels)).append(' ').append(block.type).append('\n');
        }
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() >= 0) {
                append(insn, labels, out);
            }
        }
        // Labels are numbered where something refers to them; write down where they are.
        int position = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() >= 0) {
                position++;
            } else if (labels.containsKey(insn)) {
                out.append('L').append(labels.get(insn)).append('@').append(position).append('\n');
            }
        }
        return out.toString();
    }

    private void append(AbstractInsnNode insn, Map<AbstractInsnNode, Integer> labels, StringBuilder out) {
        out.append(instructions.of(insn));
        int variable = Operands.variable(insn);
        if (variable >= 0) {
            out.append(" v").append(variable);
        }
        for (LabelNode target : Operands.targets(insn)) {
            out.append(" L").append(label(target, labels));
        }
        out.append('\n');
    }

    private static int label(LabelNode node, Map<AbstractInsnNode, Integer> labels) {
        return labels.computeIfAbsent(node, n -> labels.size());
    }

    /** A table of a switch has no name worth comparing: its contents stand for it. */
    @Override
    public String owner(String name) {
        ClassNode node = release.classes.get(name);
        if (node == null || !Release.isSwitchTable(node)) {
            return name;
        }
        MethodNode initialiser = Release.method(node, "<clinit>", "()V");
        return initialiser == null ? "table" : helper(name, initialiser);
    }

    @Override
    public String method(String owner, String name, String desc) {
        MethodNode helper = release.helper(owner, name, desc);
        return helper == null ? owner + "." + name + desc : helper(owner, helper);
    }

    private String helper(String owner, MethodNode method) {
        String id = owner + "." + method.name + method.desc;
        String known = helpers.get(id);
        if (known == null) {
            if (!open.add(id)) {
                return "recursion";
            }
            known = "{" + text(method) + "}";
            open.remove(id);
            helpers.put(id, known);
        }
        return known;
    }
}
