package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The type as which a stack value is used: on the stack, booleans, chars and numbers are all ints.
 *
 * <p>Follows straight code and forward jumps, which covers conditional expressions.
 */
final class Uses {
    private static final int FAR = 200;

    private final MethodCode code;

    Uses(MethodCode code) {
        this.code = code;
    }

    /** The type as which the value pushed by the instruction at {@code index} is used; int if unknown. */
    Type of(int index) {
        AbstractInsnNode user = user(index);
        if (user == null) {
            return Type.INT_TYPE;
        }
        Frame<BasicValue> frame = code.frames.at(code.indexOf(user));
        return type(user, frame, slot(index) - (frame.getStackSize() - taken(user, frame)));
    }

    /** The instruction that pops the value pushed by the one at {@code index}; null if not found. */
    AbstractInsnNode user(int index) {
        AbstractInsnNode node = next(code.nodes[index]);
        for (int steps = 0; node != null && steps < FAR; steps++) {
            int at = code.indexOf(node);
            Frame<BasicValue> frame = code.frames.at(at);
            if (frame == null || frame.getStackSize() <= slot(index)) {
                return null;
            }
            if (frame.getStackSize() - taken(node, frame) <= slot(index)) {
                return node;
            }
            node = node.getOpcode() == Opcodes.GOTO ? target((JumpInsnNode) node, at) : next(node);
        }
        return null;
    }

    /** The stack position of the value. */
    private int slot(int index) {
        return code.frames.at(index).getStackSize();
    }

    private AbstractInsnNode target(JumpInsnNode jump, int at) {
        return code.indexOf(jump.label) > at ? MethodCode.real(jump.label, true) : null;
    }

    private static AbstractInsnNode next(AbstractInsnNode node) {
        return MethodCode.real(node.getNext(), true);
    }

    /** The number of values that the node pops, as far as the analysis needs it. */
    private int taken(AbstractInsnNode node, Frame<BasicValue> frame) {
        switch (node.getOpcode()) {
            case Opcodes.INVOKESTATIC:
                return Type.getArgumentTypes(((MethodInsnNode) node).desc).length;
            case Opcodes.INVOKEDYNAMIC:
                return Type.getArgumentTypes(((InvokeDynamicInsnNode) node).desc).length;
            case Opcodes.INVOKEVIRTUAL:
            case Opcodes.INVOKEINTERFACE:
            case Opcodes.INVOKESPECIAL:
                return Type.getArgumentTypes(((MethodInsnNode) node).desc).length + 1;
            case Opcodes.PUTFIELD:
                return 2;
            case Opcodes.BASTORE:
                return 3;
            case Opcodes.PUTSTATIC:
            case Opcodes.ISTORE:
            case Opcodes.IRETURN:
            case Opcodes.IFEQ:
            case Opcodes.IFNE:
                return 1;
            case Opcodes.IAND:
            case Opcodes.IOR:
            case Opcodes.IXOR:
                return 2;
            case Opcodes.GOTO:
                return 0;
            default:
                AbstractInsnNode next = next(node);
                Frame<BasicValue> after = next == null ? null : code.frames.at(code.indexOf(next));
                return after == null ? 0 : Math.max(0, frame.getStackSize() - after.getStackSize());
        }
    }

    private Type type(AbstractInsnNode node, Frame<BasicValue> frame, int position) {
        int top = frame.getStackSize() - 1;
        switch (node.getOpcode()) {
            case Opcodes.INVOKESTATIC:
                return Type.getArgumentTypes(((MethodInsnNode) node).desc)[position];
            case Opcodes.INVOKEDYNAMIC:
                return Type.getArgumentTypes(((InvokeDynamicInsnNode) node).desc)[position];
            case Opcodes.INVOKEVIRTUAL:
            case Opcodes.INVOKEINTERFACE:
            case Opcodes.INVOKESPECIAL:
                return position == 0
                        ? Type.INT_TYPE
                        : Type.getArgumentTypes(((MethodInsnNode) node).desc)[position - 1];
            case Opcodes.PUTFIELD:
            case Opcodes.PUTSTATIC:
                return Type.getType(((FieldInsnNode) node).desc);
            case Opcodes.BASTORE:
                return position == 2 && Types.isTruths(frame.getStack(top - 2)) ? Type.BOOLEAN_TYPE : Type.INT_TYPE;
            case Opcodes.IRETURN:
                return Type.getReturnType(code.method.desc);
            case Opcodes.IFEQ:
            case Opcodes.IFNE:
                return Type.BOOLEAN_TYPE;
            case Opcodes.IAND:
            case Opcodes.IOR:
            case Opcodes.IXOR:
                return frame.getStack(position == 0 ? top : top - 1) == Types.TRUTH ? Type.BOOLEAN_TYPE : Type.INT_TYPE;
            case Opcodes.ISTORE:
                LocalVariableNode variable = code.variables.stored(((VarInsnNode) node).var, code.indexOf(node));
                return variable == null ? Type.INT_TYPE : Type.getType(variable.desc);
            default:
                return Type.INT_TYPE;
        }
    }
}
