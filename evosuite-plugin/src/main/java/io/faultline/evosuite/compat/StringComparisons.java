package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.evosuite.shaded.org.objectweb.asm.tree.AbstractInsnNode;
import org.evosuite.shaded.org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Keeps string comparisons whose result is stored.
 *
 * <p>To guide its search EvoSuite makes comparisons return a distance, and adapts the branch or return that follows. It
 * does not adapt results stored to a field, an array or passed to another method, where a distance is not a boolean.
 */
public final class StringComparisons extends Seam {
    private static final String METHOD_CALL = "org/evosuite/shaded/org/objectweb/asm/tree/MethodInsnNode";

    public StringComparisons() {
        super(
                "instrumentation.testability.StringTransformation.transformStrings",
                "leaves a comparison alone whose result goes to a field, an array or a call",
                "a bug of EvoSuite: `isAll = text.equals(\"*\")` is wrong in the search, which then runs other code than the tests");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/instrumentation/testability/StringTransformation");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        if (!evosuite.name(METHOD_CALL).equals(METHOD_CALL)) {
            return classFile; // with its unshaded name ASM is not the version compiled against
        }
        boolean[] met = {false};
        String descriptor = "(Lorg/evosuite/shaded/org/objectweb/asm/tree/MethodNode;)Z";
        return Weaving.inside(
                classFile,
                "transformStrings",
                descriptor,
                next -> new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitTypeInsn(int opcode, String type) {
                        if (opcode == Opcodes.INSTANCEOF && type.equals(METHOD_CALL)) {
                            met[0] = true;
                            Weaving.call(mv, StringComparisons.class, "mayReplace", "(Ljava/lang/Object;)Z");
                        } else {
                            super.visitTypeInsn(opcode, type);
                        }
                    }
                },
                () -> met[0],
                "question for calls");
    }

    /** Whether an instruction is a call whose result is not stored. */
    public static boolean mayReplace(Object instruction) {
        return instruction instanceof MethodInsnNode && !isStored(((MethodInsnNode) instruction).getNext());
    }

    private static boolean isStored(AbstractInsnNode after) {
        AbstractInsnNode next = after;
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext(); // labels, lines, frames
        }
        int opcode = next == null ? Opcodes.NOP : next.getOpcode();
        return opcode == Opcodes.PUTFIELD
                || opcode == Opcodes.PUTSTATIC
                || opcode == Opcodes.BASTORE
                || opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC;
    }
}
