package io.faultline.faults;

import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * What an instruction says apart from where it jumps and which variable it touches: both are numbers that shift when
 * something is inserted, and each comparison has its own way with them.
 */
final class InstructionText {
    /** How what the compiler numbers is called: helper methods, and tables of switches over enums. */
    interface Names {
        String owner(String owner);

        String method(String owner, String name, String desc);
    }

    private final Names names;

    InstructionText(Names names) {
        this.names = names;
    }

    /** Empty for what is no instruction: labels, lines, frames. */
    String of(AbstractInsnNode insn) {
        if (insn.getOpcode() < 0) {
            return "";
        }
        StringBuilder out = new StringBuilder().append(insn.getOpcode());
        if (insn instanceof FieldInsnNode field) {
            String owner = names.owner(field.owner);
            out.append(' ').append(owner).append('.').append(field.name).append(' ').append(field.desc);
        } else if (insn instanceof MethodInsnNode call) {
            out.append(' ').append(names.method(call.owner, call.name, call.desc));
        } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
            out.append(' ').append(dynamic.name).append(dynamic.desc).append(' ').append(dynamic.bsm);
            for (Object argument : dynamic.bsmArgs) {
                out.append(' ').append(constant(argument));
            }
        } else if (insn instanceof LdcInsnNode ldc) {
            out.append(' ').append(ldc.cst.getClass().getSimpleName()).append(' ').append(constant(ldc.cst));
        } else if (insn instanceof IincInsnNode increment) {
            out.append(' ').append(increment.incr);
        } else if (insn instanceof IntInsnNode number) {
            out.append(' ').append(number.operand);
        } else if (insn instanceof TypeInsnNode type) {
            out.append(' ').append(type.desc);
        } else if (insn instanceof MultiANewArrayInsnNode array) {
            out.append(' ').append(array.desc).append(array.dims);
        } else if (insn instanceof TableSwitchInsnNode table) {
            out.append(' ').append(table.min).append(' ').append(table.max);
        } else if (insn instanceof LookupSwitchInsnNode lookup) {
            out.append(' ').append(lookup.keys);
        }
        return out.toString();
    }

    private String constant(Object value) {
        return value instanceof Handle handle
                ? handle.getTag() + " " + names.method(handle.getOwner(), handle.getName(), handle.getDesc())
                : String.valueOf(value);
    }
}
