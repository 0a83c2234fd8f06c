package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** One instruction of a method that has not been changed yet, and what is known around it. */
final class Place {
    final MethodNode method;
    final AbstractInsnNode node;
    final int opcode;

    /** Before the instruction; never null. */
    final Frame<BasicValue> frame;

    /** Whether this is a constructor that has not called another one yet. */
    final boolean early;

    private final MethodCode code;
    private final int index;

    Place(MethodCode code, int index) {
        this.code = code;
        this.method = code.method;
        this.index = index;
        this.node = code.nodes[index];
        this.opcode = node.getOpcode();
        this.frame = code.frames.at(index);
        this.early = index <= code.constructed;
    }

    /** The value {@code depth} below the top of the stack. */
    BasicValue stack(int depth) {
        return frame.getStack(frame.getStackSize() - 1 - depth);
    }

    /**
     * Whether a value on the stack can stand for one of {@code type} without that the JVM loads a class to see it. Where class files
     * have no frames it merges types itself, and asks for the common superclass of two that differ.
     */
    boolean standsFor(int depth, Type type) {
        BasicValue value = stack(depth);
        return code.frames.written
                || !value.isReference()
                || value != BasicValue.REFERENCE_VALUE && value.getType().equals(type);
    }

    /** The instruction that follows in the class file; null at the end. */
    AbstractInsnNode next() {
        return MethodCode.real(node.getNext(), true);
    }

    /** Likewise before it. */
    AbstractInsnNode previous() {
        return MethodCode.real(node.getPrevious(), false);
    }

    /** Position of a node in the unchanged method. */
    int indexOf(AbstractInsnNode other) {
        return code.indexOf(other);
    }

    /** The variable's name and type where a debugger would show them. */
    Variables variables() {
        return code.variables;
    }

    int index() {
        return index;
    }

    /** What the value that the instruction pushes is used as. */
    Type use() {
        return code.uses.of(index);
    }

    /** Whether that value is the method's result. */
    boolean isReturned() {
        AbstractInsnNode user = code.uses.user(index);
        return user != null && user.getOpcode() == Opcodes.IRETURN;
    }

    /** Whether {@code load}, an instruction before this one, loads a variable that holds a truth. */
    boolean isTruthVariable(AbstractInsnNode load) {
        LocalVariableNode variable = code.variables.living(((VarInsnNode) load).var, indexOf(load));
        return variable != null && variable.desc.equals("Z");
    }

    /** Whether the method's result is of this type. */
    boolean returns(String descriptor) {
        return method.desc.endsWith(")" + descriptor);
    }

    /**
     * Puts a choice around the instruction: {@code choice} ends with jumps to {@code original}, where the instruction is, and to
     * {@code end}, behind it, where the stack has {@code taken} values fewer than before and then a {@code result}.
     */
    void around(Code choice, LabelNode original, LabelNode end, int taken, Type result) {
        around(choice, original, end, code.frames.written ? code.frames.node(frame, taken, result) : null);
    }

    private void around(Code choice, LabelNode original, LabelNode end, FrameNode behind) {
        InsnList instructions = method.instructions;
        label(choice, original);
        boolean known = hasFrame(node.getNext());
        instructions.insertBefore(node, choice.list);
        instructions.insert(node, end);
        if (behind != null && !known) {
            instructions.insert(end, behind);
        }
    }

    /** As above around an assignment of the variable in {@code slot}, which afterwards has what is on the stack. */
    void aroundStore(Code choice, LabelNode original, LabelNode end, int slot) {
        Frame<BasicValue> stored = new Frame<>(frame);
        stored.setLocal(slot, stored.pop());
        around(choice, original, end, code.frames.written ? code.frames.node(stored, 0, null) : null);
    }

    /** A frame for a label inside a choice, with the stack as before the instruction. */
    void label(Code choice, LabelNode label) {
        choice.add(label);
        if (code.frames.written) {
            choice.add(code.frames.node(frame, 0, null));
        }
    }

    /** Whether a frame comes before the next instruction: there is only one for each instruction. */
    private static boolean hasFrame(AbstractInsnNode node) {
        for (AbstractInsnNode next = node; next != null && next.getOpcode() < 0; next = next.getNext()) {
            if (next instanceof FrameNode) {
                return true;
            }
        }
        return false;
    }

    static boolean isConditional(AbstractInsnNode node) {
        int opcode = node == null ? -1 : node.getOpcode();
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ACMPNE || opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL;
    }
}
