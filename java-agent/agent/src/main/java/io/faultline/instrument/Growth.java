package io.faultline.instrument;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Upper bounds of a long method's size with probes, from the number of growing instructions.
 *
 * <p>Cost: one visit of the class's code; used only for methods near half of 64 KB.
 */
final class Growth extends ClassVisitor {
    /** {@code if} becomes the inverse {@code if} over a {@code goto_w}. */
    private static final int PER_JUMP = 5;

    /** A switch is padded to a multiple of four (JVMS 6.5.tableswitch). */
    private static final int PER_SWITCH = 3;

    private final int wanted;
    private final boolean initialiser;
    private int visited;
    private int jumps;
    private int gotos;
    private int switches;
    private int returns;

    static Growth of(ClassLayout layout, int index) {
        Growth growth = new Growth(index, layout.methods[index].isInitialiser(layout.major));
        layout.reader.accept(growth, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return growth;
    }

    private Growth(int wanted, boolean initialiser) {
        super(Opcodes.ASM9);
        this.wanted = wanted;
        this.initialiser = initialiser;
    }

    /**
     * Returns the bound with one probe at each of {@code entries} entries; {@code withProbes} is the size without
     * growth.
     */
    long atEveryLine(long withProbes, int entries) {
        // A line that begins with a jump may have another probe after it.
        long again = (long) Emitter.PROBE_BYTES * Math.min(gotos, entries);
        return withProbes + again + fixed() + (long) PER_JUMP * jumps;
    }

    /** Returns the bound with an initialiser's additions and wide jumps, but without the probes. */
    long withoutProbes(int codeLength) {
        return codeLength + fixed() + (long) PER_JUMP * jumps;
    }

    /**
     * Returns the bound if only the entry grows. All code moves together, so no jump becomes wide unless it crosses a
     * call of {@code exit}.
     */
    long atEntry(int codeLength) {
        return codeLength + Emitter.PROBE_BYTES + fixed() + (initialiser ? (long) PER_JUMP * jumps : 0);
    }

    private long fixed() {
        return (long) PER_SWITCH * switches + (initialiser ? InitialiserInserter.addedBytes(returns) : 0);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        return visited++ == wanted ? new Counter() : null;
    }

    private final class Counter extends MethodVisitor {
        Counter() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                returns++;
            }
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            jumps++;
            gotos += opcode == Opcodes.GOTO ? 1 : 0;
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
            switches++;
        }

        @Override
        public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
            switches++;
        }
    }
}
