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

/** One instruction of an unmodified method and its context. */
final class Place {
    final MethodNode method;
    final AbstractInsnNode node;
    final int opcode;

    /** The frame before the instruction; never null. */
    final Frame<BasicValue> frame;

    /** Whether the instruction is in a constructor, before the {@code this} or {@code super} call. */
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
     * Whether a stack value can replace one of {@code type} without making the JVM load classes. In class files without
     * frames the verifier merges types itself and loads classes to find a common superclass.
     */
    boolean standsFor(int depth, Type type) {
        BasicValue value = stack(depth);
        return code.frames.written
                || !value.isReference()
                || value != BasicValue.REFERENCE_VALUE && value.getType().equals(type);
    }

    /** The next instruction in the class file; null at the end. */
    AbstractInsnNode next() {
        return MethodCode.real(node.getNext(), true);
    }

    /** The previous instruction in the class file; null at the start. */
    AbstractInsnNode previous() {
        return MethodCode.real(node.getPrevious(), false);
    }

    /** Index of a node in the unmodified method. */
    int indexOf(AbstractInsnNode other) {
        return code.indexOf(other);
    }

    /** The method's debug information about local variables. */
    Variables variables() {
        return code.variables;
    }

    int index() {
        return index;
    }

    /** The type as which the pushed value is used. */
    Type use() {
        return code.uses.of(index);
    }

    /** Whether the pushed value is the method's result. */
    boolean isReturned() {
        AbstractInsnNode user = code.uses.user(index);
        return user != null && user.getOpcode() == Opcodes.IRETURN;
    }

    /** Whether {@code load}, an instruction before this one, loads a boolean variable. */
    boolean isTruthVariable(AbstractInsnNode load) {
        LocalVariableNode variable = code.variables.living(((VarInsnNode) load).var, indexOf(load));
        return variable != null && variable.desc.equals("Z");
    }

    /** Whether the method returns this type. */
    boolean returns(String descriptor) {
        return method.desc.endsWith(")" + descriptor);
    }

    /**
     * Inserts a choice before the instruction. {@code choice} jumps to {@code original}, which precedes the
     * instruction, or to {@code end}, which follows it. At {@code end} the stack has {@code taken} fewer values and
     * then a {@code result}.
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

    /** As {@link #around}, for an assignment that stores the top of the stack in the variable {@code slot}. */
    void aroundStore(Code choice, LabelNode original, LabelNode end, int slot) {
        Frame<BasicValue> stored = new Frame<>(frame);
        stored.setLocal(slot, stored.pop());
        around(choice, original, end, code.frames.written ? code.frames.node(stored, 0, null) : null);
    }

    /** Adds a label to a choice, with the frame of the instruction. */
    void label(Code choice, LabelNode label) {
        choice.add(label);
        if (code.frames.written) {
            choice.add(code.frames.node(frame, 0, null));
        }
    }

    /** Whether a frame precedes the next instruction, which can have only one. */
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
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ACMPNE
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL;
    }
}
