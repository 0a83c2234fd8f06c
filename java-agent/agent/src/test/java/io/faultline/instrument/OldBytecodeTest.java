package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Bytecode of old compilers and optimisers that javac 17 does not produce. */
class OldBytecodeTest {
    private static final String MAIN = "([Ljava/lang/String;)V";

    private static Probed run(byte[] bytes, String output) throws Exception {
        Map<String, byte[]> classes = Map.of("Old", bytes);
        assertEquals(output, Run.output(new Probed(classes, Probes.NONE), "Old"));
        Probed scoped = new Probed(classes, Probes.SCOPED);
        assertEquals(output, Run.output(scoped, "Old"));
        Probed probed = new Probed(classes, Probes.SHARED);
        assertEquals(output, Run.output(probed, "Old"));
        assertEquals(probed.lines(), scoped.lines());
        return probed;
    }

    private static void print(MethodVisitor code, int local) {
        code.visitFieldInsn(Opcodes.GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
        code.visitVarInsn(Opcodes.ILOAD, local);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/io/PrintStream", "println", "(I)V", false);
    }

    /** A subroutine with two callers, as Java 1.4 and earlier compiled {@code finally}. */
    private static void subroutine(MethodVisitor code) {
        Label finallyBlock = new Label();
        Label skipped = new Label();
        Assembled.line(code, 10);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitVarInsn(Opcodes.ISTORE, 1);
        Assembled.line(code, 11);
        code.visitJumpInsn(Opcodes.JSR, finallyBlock);
        Assembled.line(code, 12);
        code.visitIincInsn(1, 5);
        code.visitJumpInsn(Opcodes.JSR, finallyBlock);
        Assembled.line(code, 13);
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitJumpInsn(Opcodes.IFNE, skipped);
        Assembled.line(code, 14);
        code.visitInsn(Opcodes.NOP);
        code.visitLabel(skipped);
        code.visitLineNumber(15, skipped);
        code.visitInsn(Opcodes.RETURN);
        code.visitLabel(finallyBlock);
        code.visitLineNumber(20, finallyBlock);
        code.visitVarInsn(Opcodes.ASTORE, 2);
        Assembled.line(code, 21);
        print(code, 1);
        code.visitVarInsn(Opcodes.RET, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_2, Opcodes.V1_3, Opcodes.V1_4, Opcodes.V1_5})
    void subroutinesOfOldCompilersWork(int version) throws Exception {
        byte[] bytes = new Assembled("Old", version)
                .with("main", MAIN, 2, 3, OldBytecodeTest::subroutine)
                .bytes();
        Probed probed = run(bytes, "1\n6\n");
        assertEquals(Set.of(10, 11, 12, 13, 15, 20, 21), probed.hitLines("Old", "main"));
    }

    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_5})
    void initialisersWithSubroutinesAreBracketed(int version) throws Exception {
        byte[] bytes = new Assembled("Old", version)
                .with("<clinit>", "()V", 2, 3, OldBytecodeTest::subroutine)
                .with("main", MAIN, 0, 1, code -> code.visitInsn(Opcodes.RETURN))
                .bytes();
        StringBuilder calls = new StringBuilder();
        BootClasses.onInitialiser(id -> calls.append(id < 0 ? "exit " : "enter "));
        try {
            Probed probed = run(bytes, "1\n6\n");
            assertEquals("enter exit enter exit ", calls.toString(), "of either form");
            assertEquals(Set.of(10, 11, 12, 13, 15, 20, 21), probed.hitLines("Old", "<clinit>"));
        } finally {
            BootClasses.onInitialiser(null);
        }
    }

    /** Like an optimiser that reuses slots of parameters for locals. */
    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_5, Opcodes.V1_8})
    void aLongInTheLastParametersPlaceStaysWhole(int version) throws Exception {
        byte[] bytes = new Assembled("Old", version)
                .with("main", MAIN, 4, 2, code -> {
                    Label loop = new Label();
                    Assembled.line(code, 1);
                    code.visitLdcInsn(3L);
                    code.visitVarInsn(Opcodes.LSTORE, 0);
                    code.visitLabel(loop);
                    code.visitLineNumber(2, loop);
                    if (version >= Opcodes.V1_6) {
                        code.visitFrame(Opcodes.F_FULL, 1, new Object[] {Opcodes.LONG}, 0, null);
                    }
                    code.visitVarInsn(Opcodes.LLOAD, 0);
                    code.visitInsn(Opcodes.LCONST_1);
                    code.visitInsn(Opcodes.LSUB);
                    code.visitVarInsn(Opcodes.LSTORE, 0);
                    Assembled.line(code, 3);
                    code.visitVarInsn(Opcodes.LLOAD, 0);
                    code.visitInsn(Opcodes.LCONST_0);
                    code.visitInsn(Opcodes.LCMP);
                    code.visitJumpInsn(Opcodes.IFNE, loop);
                    Assembled.line(code, 4);
                    code.visitInsn(Opcodes.RETURN);
                })
                .bytes();
        assertEquals(Set.of(1, 2, 3, 4), run(bytes, "").hitLines("Old", "main"));
    }

    @Test
    void framesThatLeaveOutParametersWork() throws Exception {
        byte[] bytes = new Assembled("Old", Opcodes.V1_8)
                .with("main", MAIN, 2, 2, code -> {
                    Label loop = new Label();
                    Label again = new Label();
                    code.visitLabel(loop);
                    code.visitLineNumber(1, loop);
                    code.visitFrame(Opcodes.F_FULL, 0, null, 0, null);
                    code.visitInsn(Opcodes.ACONST_NULL);
                    code.visitJumpInsn(Opcodes.IFNULL, again);
                    Assembled.line(code, 2);
                    code.visitJumpInsn(Opcodes.GOTO, loop);
                    code.visitLabel(again);
                    code.visitLineNumber(3, again);
                    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                    code.visitInsn(Opcodes.ICONST_2);
                    code.visitVarInsn(Opcodes.ISTORE, 1);
                    Assembled.line(code, 4);
                    print(code, 1);
                    code.visitInsn(Opcodes.RETURN);
                })
                .bytes();
        assertEquals(Set.of(1, 3, 4), run(bytes, "2\n").hitLines("Old", "main"));
    }

    /** Methods without lines mark the class as touched; line 0 does not count as a line. */
    @Test
    void methodsWithoutLinesTouchTheClass() throws Exception {
        byte[] bytes = new Assembled("Old", Opcodes.V1_8)
                .with("main", MAIN, 0, 1, code -> {
                    Assembled.line(code, 0);
                    code.visitInsn(Opcodes.RETURN);
                })
                .with("other", "()V", 0, 0, code -> {
                    Assembled.line(code, 7);
                    code.visitInsn(Opcodes.RETURN);
                })
                .bytes();
        Probed probed = run(bytes, "");
        assertEquals(Set.of(), probed.hitLines("Old", "main"));
        assertEquals(1, probed.planOf("Old").slots());
        assertTrue(probed.isTouched("Old"));
    }

    /** Two line entries at one instruction mark both lines. */
    @Test
    void severalLinesAtOneInstructionAreAllProbed() throws Exception {
        byte[] bytes = new Assembled("Old", Opcodes.V1_8)
                .with("main", MAIN, 0, 1, code -> {
                    Label here = new Label();
                    code.visitLabel(here);
                    code.visitLineNumber(5, here);
                    code.visitLineNumber(6, here);
                    code.visitLineNumber(5, here);
                    code.visitInsn(Opcodes.RETURN);
                })
                .bytes();
        assertEquals(Set.of(5, 6), run(bytes, "").hitLines("Old", "main"));
    }

    /**
     * Line 2 begins with the jump that ends line 1, and its code is a jump target; with {@code operand}, that code uses
     * a value which line 1 left on the stack.
     */
    private static void behindAJump(MethodVisitor code, boolean operand, boolean frames) {
        Label own = new Label();
        Label end = new Label();
        Assembled.line(code, 1);
        code.visitInsn(Opcodes.ICONST_3);
        if (!operand) {
            code.visitVarInsn(Opcodes.ISTORE, 1);
        }
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitJumpInsn(Opcodes.IFNONNULL, own);
        if (operand) {
            code.visitInsn(Opcodes.POP);
        }
        Assembled.line(code, 2);
        code.visitJumpInsn(Opcodes.GOTO, end);
        code.visitLabel(own);
        if (frames && operand) {
            code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {Opcodes.INTEGER});
        } else if (frames) {
            code.visitFrame(Opcodes.F_APPEND, 1, new Object[] {Opcodes.INTEGER}, 0, null);
        }
        if (operand) {
            code.visitVarInsn(Opcodes.ISTORE, 1);
        }
        code.visitIincInsn(1, 1);
        Assembled.line(code, 3);
        print(code, 1);
        code.visitLabel(end);
        code.visitLineNumber(4, end);
        if (frames) {
            code.visitFrame(Opcodes.F_FULL, 1, new Object[] {"[Ljava/lang/String;"}, 0, null);
        }
        code.visitInsn(Opcodes.RETURN);
    }

    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_5, Opcodes.V1_8})
    void aLineThatBeginsWithTheJumpThatEndsAnotherIsMetBehindIt(int version) throws Exception {
        boolean frames = version > Opcodes.V1_5;
        byte[] bytes = new Assembled("Old", version)
                .with("main", MAIN, 2, 2, code -> behindAJump(code, false, frames))
                .bytes();
        assertEquals(Set.of(1, 2, 3, 4), run(bytes, "4\n").hitLines("Old", "main"));
    }

    @Test
    void codeThatOnlyTakesWhatAnotherLineComputedIsNotItsLinesOwn() throws Exception {
        byte[] bytes = new Assembled("Old", Opcodes.V1_8)
                .with("main", MAIN, 3, 2, code -> behindAJump(code, true, true))
                .bytes();
        assertEquals(Set.of(1, 3, 4), run(bytes, "4\n").hitLines("Old", "main"));
    }
}
