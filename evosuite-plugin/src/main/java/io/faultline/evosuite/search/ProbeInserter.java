package io.faultline.evosuite.search;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/*
 * A probe stands before the first instruction of a line, behind the frame that may be there. Where that instruction
 * is a NEW, frames name its label for the uninitialised object: the probe is what jumps to that label must meet, so
 * the NEW gets a label of its own, and frames name that one.
 */
/** Puts a call of {@link Hits#hit} at every line entry of a method that has a slot. */
final class ProbeInserter extends MethodVisitor {
    private static final String HITS = "io/faultline/evosuite/search/Hits";

    private final Map<Integer, Integer> slots;

    /** Number of the class whose static initialiser this is; -1 in other methods. */
    private final int initialiserOf;

    private int pending = -1;
    private Label last;
    private Map<Label, Label> moved;

    ProbeInserter(MethodVisitor next, Map<Integer, Integer> slots, int initialiserOf) {
        super(Opcodes.ASM9, next);
        this.slots = slots;
        this.initialiserOf = initialiserOf;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (initialiserOf >= 0) {
            push(initialiserOf);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HITS, "enter", "(I)V", false);
        }
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        last = label;
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        super.visitLineNumber(line, start);
        Integer slot = slots == null ? null : slots.get(line);
        if (slot != null) {
            pending = slot;
        }
    }

    private void probe() {
        if (pending >= 0) {
            int slot = pending;
            pending = -1;
            push(slot);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HITS, "hit", "(I)V", false);
        }
        last = null;
    }

    private void push(int number) {
        if (number <= Byte.MAX_VALUE) {
            super.visitIntInsn(Opcodes.BIPUSH, number);
        } else if (number <= Short.MAX_VALUE) {
            super.visitIntInsn(Opcodes.SIPUSH, number);
        } else {
            super.visitLdcInsn(number);
        }
    }

    @Override
    public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
        super.visitFrame(type, numLocal, follow(numLocal, local), numStack, follow(numStack, stack));
    }

    private Object[] follow(int count, Object[] types) {
        if (moved == null || types == null) {
            return types;
        }
        Object[] followed = types.clone();
        for (int i = 0; i < Math.min(count, types.length); i++) {
            if (types[i] instanceof Label && moved.containsKey(types[i])) {
                followed[i] = moved.get(types[i]);
            }
        }
        return followed;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW && pending >= 0 && last != null) {
            Label original = last;
            probe();
            Label own = new Label();
            super.visitLabel(own);
            if (moved == null) {
                moved = new HashMap<>();
            }
            moved.put(original, own);
        }
        probe();
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitInsn(int opcode) {
        probe();
        if (initialiserOf >= 0 && opcode == Opcodes.RETURN) {
            push(initialiserOf);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HITS, "exit", "(I)V", false);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        probe();
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        probe();
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        probe();
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        probe();
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        probe();
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        probe();
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLdcInsn(Object value) {
        probe();
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        probe();
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        probe();
        super.visitTableSwitchInsn(min, max, otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        probe();
        super.visitLookupSwitchInsn(otherwise, keys, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        probe();
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
    }
}
