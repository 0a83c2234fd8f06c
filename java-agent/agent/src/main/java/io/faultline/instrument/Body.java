package io.faultline.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a short method does, as far as it tells whether a compiler wrote it: the fields, calls and objects it uses, and
 * whether it computes anything besides.
 *
 * <p>Loads, constants, casts and returns say nothing. Neither does what JaCoCo's agent adds to every method, so that a
 * class has the same elements beside that agent: an array from {@code $jacocoInit} or a dynamic constant, kept in a
 * local, and stores into it.
 */
final class Body extends MethodVisitor {
    /** {@code owner.name} of each field that is read, in order. */
    final List<String> reads = new ArrayList<>();

    /** {@code owner.name} of each field that is written, in order. */
    final List<String> writes = new ArrayList<>();

    /** {@code owner.name(descriptor)} of each method that is called, in order. */
    final List<String> calls = new ArrayList<>();

    /** Classes with the bootstraps of {@code invokedynamic}. */
    final List<String> bootstraps = new ArrayList<>();

    /** Classes of new objects. */
    final List<String> makes = new ArrayList<>();

    /** Locals that are loaded, in order. */
    final List<Integer> loads = new ArrayList<>();

    /** The last constant that is no small number, or null. */
    Object constant;

    /** Whether it first asks whether its object is its argument. */
    boolean beginsByIdentity;

    private boolean jumped;

    /** Whether it computes, decides or throws. */
    boolean computes;

    Body() {
        super(Opcodes.ASM9);
    }

    /** Whether it calls one method, {@code owner.name}, with what is at hand, and does nothing else. */
    boolean onlyCalls(String method) {
        return onlyCalls(method, Collections.emptyList());
    }

    /** Like above, and writes these fields in order. */
    boolean onlyCalls(String method, List<String> written) {
        return !computes
                && writes.equals(written)
                && bootstraps.isEmpty()
                && makes.isEmpty()
                && calls.size() == 1
                && calls.get(0).startsWith(method + '(');
    }

    /** Whether it makes an object of this class, with what is at hand, and does nothing else. */
    boolean onlyMakes(String type) {
        return !computes
                && writes.isEmpty()
                && bootstraps.isEmpty()
                && makes.size() == 1
                && calls.size() == 1
                && makes.get(0).equals(type)
                && calls.get(0).startsWith(type + ".<init>(");
    }

    /** Whether it reads one field and does nothing else. */
    boolean onlyReads(String field) {
        return !computes
                && writes.isEmpty()
                && bootstraps.isEmpty()
                && makes.isEmpty()
                && calls.isEmpty()
                && reads.size() == 1
                && reads.get(0).equals(field);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        boolean isRead = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
        (isRead ? reads : writes).add(owner + '.' + name);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (!name.equals("$jacocoInit")) {
            calls.add(owner + '.' + name + descriptor);
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        bootstraps.add(bootstrap.getOwner());
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW) {
            makes.add(type);
        }
        computes |= opcode == Opcodes.ANEWARRAY || opcode == Opcodes.INSTANCEOF;
    }

    @Override
    public void visitInsn(int opcode) {
        boolean isConstant = opcode <= Opcodes.DCONST_1;
        boolean isReturn = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        computes |= !isConstant && !isReturn && opcode != Opcodes.DUP && opcode != Opcodes.BASTORE;
    }

    @Override
    public void visitLdcInsn(Object value) {
        constant = value;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        computes |= opcode == Opcodes.NEWARRAY;
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        if (opcode <= Opcodes.ALOAD) {
            loads.add(local);
        }
        computes |= opcode > Opcodes.ALOAD && opcode != Opcodes.ASTORE;
    }

    @Override
    public void visitIincInsn(int local, int increment) {
        computes = true;
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        boolean isIdentity = opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE;
        beginsByIdentity |= !jumped && isIdentity && loads.equals(Arrays.asList(0, 1));
        jumped = true;
        computes = true;
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
        computes = true;
    }

    @Override
    public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
        computes = true;
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        computes = true;
    }
}
