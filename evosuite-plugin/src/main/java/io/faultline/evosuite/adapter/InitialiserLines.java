package io.faultline.evosuite.adapter;

import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Keeps the line numbers of static initialisers.
 *
 * <p>EvoSuite visits two methods at once, the initialiser and a copy for resetting the class, and drops the line
 * numbers of the initialiser. Needed only if generated tests are recorded, or a metric guides the search.
 */
public final class InitialiserLines extends Seam {
    private static final String VISITOR = "org/evosuite/runtime/instrumentation/MultiMethodVisitor";
    private static final String ASM = "org/evosuite/shaded/org/objectweb/asm/";

    public InitialiserLines() {
        super(
                "runtime.instrumentation.MultiMethodVisitor.visitLineNumber",
                "hands line numbers on to the static initialiser, too; only under the recording agent or with `-Dfitness`",
                "a bug of EvoSuite: no class with a static initialiser is recorded, as its lines are lost, and no search sees them");
    }

    /**
     * Whether these lines are needed in this JVM. The client's command has the properties, however they reached the
     * master.
     */
    public static boolean areWanted() {
        return RecordedClasses.areWanted() || System.getProperty("fitness") != null;
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(VISITOR);
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        String visitor = evosuite.name(ASM + "MethodVisitor");
        String label = "L" + evosuite.name(ASM + "Label") + ";";
        String visitLineNumber = "(I" + label + ")V";
        return Weaving.atEntry(classFile, "visitLineNumber", visitLineNumber, m -> {
            m.visitVarInsn(Opcodes.ALOAD, 0);
            m.visitFieldInsn(Opcodes.GETFIELD, VISITOR, "mv2", "L" + visitor + ";");
            m.visitVarInsn(Opcodes.ILOAD, 1);
            m.visitVarInsn(Opcodes.ALOAD, 0);
            m.visitVarInsn(Opcodes.ALOAD, 2);
            m.visitMethodInsn(Opcodes.INVOKESPECIAL, VISITOR, "getLabel", "(" + label + ")" + label, false);
            // Stack: the second method, line, its label
            m.visitMethodInsn(Opcodes.INVOKEVIRTUAL, visitor, "visitLineNumber", visitLineNumber, false);
        });
    }
}
