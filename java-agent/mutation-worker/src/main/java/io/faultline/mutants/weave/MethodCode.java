package io.faultline.mutants.weave;

import java.util.IdentityHashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** An unmodified view of a method, which operators inspect while mutants are inserted. */
final class MethodCode {
    final MethodNode method;
    final AbstractInsnNode[] nodes;
    final Frames frames;
    final Variables variables;
    final Uses uses;

    /** Index of the {@code this} or {@code super} call; -1 outside constructors. */
    final int constructed;

    private final Map<AbstractInsnNode, Integer> indexes = new IdentityHashMap<>();

    MethodCode(String owner, int major, MethodNode method) throws AnalyzerException {
        this.method = method;
        this.nodes = method.instructions.toArray();
        for (int i = 0; i < nodes.length; i++) {
            indexes.put(nodes[i], i);
        }
        this.frames = Frames.of(owner, major, method);
        this.variables = new Variables(this, method);
        this.uses = new Uses(this);
        this.constructed = method.name.equals("<init>") ? constructorCall() : -1;
    }

    /** The first constructor call without a preceding {@code new}. */
    private int constructorCall() {
        int open = 0;
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i].getOpcode() == Opcodes.NEW) {
                open++;
            } else if (nodes[i].getOpcode() == Opcodes.INVOKESPECIAL
                    && ((MethodInsnNode) nodes[i]).name.equals("<init>")) {
                if (--open < 0) {
                    return i;
                }
            }
        }
        return nodes.length;
    }

    int indexOf(AbstractInsnNode node) {
        Integer index = indexes.get(node);
        return index == null ? -1 : index;
    }

    /** The node itself or the nearest instruction in the given direction; null if there is none. */
    static AbstractInsnNode real(AbstractInsnNode node, boolean forward) {
        AbstractInsnNode next = node;
        while (next != null && next.getOpcode() < 0) {
            next = forward ? next.getNext() : next.getPrevious();
        }
        return next;
    }
}
