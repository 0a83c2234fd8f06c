package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Builds a list of new instructions. */
final class Code {
    private static final String BOOT = "io/faultline/mutants/boot/";

    final InsnList list = new InsnList();

    /** Starts with code that pushes these numbers. */
    static Code of(int... numbers) {
        Code code = new Code();
        for (int number : numbers) {
            code.push(number);
        }
        return code;
    }

    Code push(int number) {
        list.add(number(number));
        return this;
    }

    private static AbstractInsnNode number(int number) {
        if (number >= -1 && number <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + number);
        }
        if (number == (byte) number) {
            return new IntInsnNode(Opcodes.BIPUSH, number);
        }
        return number == (short) number ? new IntInsnNode(Opcodes.SIPUSH, number) : new LdcInsnNode(number);
    }

    /** Calls {@code boot.type.name}. */
    Code call(String type, String name, String descriptor) {
        list.add(new MethodInsnNode(Opcodes.INVOKESTATIC, BOOT + type, name, descriptor, false));
        return this;
    }

    Code add(AbstractInsnNode node) {
        list.add(node);
        return this;
    }

    Code plain(int opcode) {
        return add(new InsnNode(opcode));
    }

    Code variable(int opcode, int variable) {
        return add(new VarInsnNode(opcode, variable));
    }

    Code jump(int opcode, LabelNode target) {
        return add(new JumpInsnNode(opcode, target));
    }

    /** Pops a value of this type. */
    Code pop(Type type) {
        return plain(type.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    }

    /** Pushes zero, false or null of this type; nothing for void. */
    Code zero(Type type) {
        switch (type.getSort()) {
            case Type.VOID:
                return this;
            case Type.LONG:
                return plain(Opcodes.LCONST_0);
            case Type.FLOAT:
                return plain(Opcodes.FCONST_0);
            case Type.DOUBLE:
                return plain(Opcodes.DCONST_0);
            case Type.OBJECT:
            case Type.ARRAY:
                return plain(Opcodes.ACONST_NULL);
            default:
                return plain(Opcodes.ICONST_0);
        }
    }
}
