package io.faultline.instrument;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generates the classes in {@code java.lang} that instrumented code refers to.
 *
 * <p>They must be visible to every loader. Isolating loaders (OSGi, application servers) delegate only {@code java.*}
 * to the boot loader, so the classes are generated and defined there.
 */
public final class Trampolines {
    /** Internal name of the class through which woven code calls the agent. */
    public static final String MAIN = "java/lang/$Faultline";

    /** Descriptor of {@code command}: the command of a process, its environment and its working directory. */
    public static final String COMMAND = "([Ljava/lang/String;Ljava/lang/Object;Ljava/lang/Object;)[Ljava/lang/String;";

    /** Internal name of the copy of {@link Outcomes}, called by instrumented code. */
    static final String OUTCOMES = MAIN + "$E";

    /** Internal name of the copy of {@link Cell}, called by instrumented code. */
    static final String CELL = MAIN + "$Cell";

    /** Descriptor of the cell's {@code mine}. */
    static final String MINE = "()L" + CELL + ";";

    /** Descriptor of a chunk's {@code at}. */
    static final String AT = "(L" + CELL + ";)[B";

    private static final String CONSUMER = "java/util/function/IntConsumer";
    private static final String FUNCTION = "java/util/function/Function";
    private static final String INT_FUNCTION = "java/util/function/IntFunction";
    private static final String OBJ_INT_CONSUMER = "java/util/function/ObjIntConsumer";
    private static final int HIDDEN_CLASS =
            Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
    private static final int SHARED = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    private static final int OWN = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

    private Trampolines() {}

    /** Returns the internal name of the class with the hits of chunk {@code chunk}. */
    public static String chunkName(int chunk) {
        return MAIN + "$C" + chunk;
    }

    /**
     * Generates {@link #MAIN}: {@code enter}, {@code exit}, {@code failed}, {@code event}, {@code command} and {@code
     * task}, each of which calls the function in its field, or does nothing while that is null; and the field {@code
     * scopes}, which is set before the first chunk is created.
     */
    public static byte[] main() {
        ClassWriter writer = open(MAIN);
        writer.visitField(SHARED, "initialiser", type(CONSUMER), null, null).visitEnd();
        writer.visitField(SHARED, "failures", type(OBJ_INT_CONSUMER), null, null)
                .visitEnd();
        writer.visitField(SHARED, "events", type(FUNCTION), null, null).visitEnd();
        writer.visitField(SHARED, "commands", type(FUNCTION), null, null).visitEnd();
        writer.visitField(SHARED, "tasks", type(OBJ_INT_CONSUMER), null, null).visitEnd();
        writer.visitField(SHARED, "scopes", type(INT_FUNCTION), null, null).visitEnd();
        initialiser(writer, "enter", false);
        initialiser(writer, "exit", true);
        event(writer);
        command(writer);
        call(writer, "task", "tasks");
        call(writer, "failed", "failures");
        writer.visitEnd();
        return writer.toByteArray();
    }

    /**
     * Generates the class of chunk {@code chunk}: its field {@code hits} has {@code size} bytes, and its method {@code
     * scoped} returns the calling thread's array for the chunk. A method with several probes fetches the thread's
     * {@link Cell} once, and the current array through {@code at} each time.
     *
     * <p>The field is a constant for JIT compilers. No method called by a probe exceeds the size that HotSpot always
     * inlines ({@code MaxInlineSize}, 35 bytes).
     */
    public static byte[] chunk(int chunk, int size) {
        ClassWriter writer = open(chunkName(chunk));
        writer.visitField(SHARED | Opcodes.ACC_FINAL, "hits", "[B", null, null).visitEnd();
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        code.visitCode();
        code.visitLdcInsn(size);
        code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BYTE);
        code.visitFieldInsn(Opcodes.PUTSTATIC, chunkName(chunk), "hits", "[B");
        code.visitInsn(Opcodes.RETURN);
        finish(code, 1, 0);
        at(writer, chunk);
        scoped(writer, chunk);
        absent(writer, chunk);
        hit(writer, chunk, false);
        hit(writer, chunk, true);
        hitRange(writer, chunk, false);
        hitRange(writer, chunk, true);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Renames the class file of {@link Outcomes} to its name in {@code java.lang}. */
    public static byte[] outcomes(byte[] classFile) {
        return copy(classFile, OUTCOMES, null);
    }

    /** Renames the class file of {@link Cell} to its name in {@code java.lang}, adapted to this JVM. */
    public static byte[] cell(byte[] classFile) {
        return copy(classFile, CELL, ThreadNumber.ofJvm());
    }

    /** Returns the internal name of the copy of {@link Cell}. */
    public static String cellName() {
        return CELL;
    }

    /** Returns the internal name of {@link Cell}, without whose class file nothing can be recorded. */
    public static String cellResource() {
        return Cell.class.getName().replace('.', '/') + ".class";
    }

    /** Copies a class file; {@code number} replaces the body of its method {@code number}, if there is one. */
    private static byte[] copy(byte[] classFile, final String copy, final ThreadNumber number) {
        ClassReader reader = new ClassReader(OwnName.replace(classFile, copy));
        ClassWriter writer = new ClassWriter(0);
        ClassVisitor open = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public void visit(int version, int access, String name, String signature, String above, String[] faces) {
                super.visit(Opcodes.V1_8, HIDDEN_CLASS, name, null, above, faces);
            }

            @Override
            public void visitSource(String source, String debug) {
                // Dropped: it must not be visible.
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method =
                        super.visitMethod(access | Opcodes.ACC_SYNTHETIC, name, descriptor, signature, exceptions);
                if (name.equals("other")) {
                    apart(method);
                }
                if (number == null || !name.equals("number")) {
                    return method;
                }
                method.visitCode();
                number.push(method);
                method.visitInsn(Opcodes.LRETURN);
                finish(method, ThreadNumber.OPERANDS, 0);
                return null;
            }
        };
        reader.accept(open, ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }

    /** Returns the internal name of the copy of {@link Outcomes}. */
    public static String outcomesName() {
        return OUTCOMES;
    }

    /** Returns the internal name of {@link Outcomes}, without whose class file outcomes cannot be recorded. */
    public static String outcomesResource() {
        return Outcomes.class.getName().replace('.', '/') + ".class";
    }

    /**
     * {@code byte[][] table = cell.table[0]; return chunk < table.length && table[chunk] != null ? table[chunk] : absent()}.
     */
    private static void at(ClassWriter writer, int chunk) {
        MethodVisitor code = writer.visitMethod(SHARED, "at", AT, null, null);
        Label absent = new Label();
        Label none = new Label();
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, CELL, "table", "[[[B");
        code.visitInsn(Opcodes.ICONST_0);
        code.visitInsn(Opcodes.AALOAD);
        code.visitVarInsn(Opcodes.ASTORE, 1);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitInsn(Opcodes.ARRAYLENGTH);
        code.visitLdcInsn(chunk);
        code.visitJumpInsn(Opcodes.IF_ICMPLE, absent);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitLdcInsn(chunk);
        code.visitInsn(Opcodes.AALOAD);
        code.visitInsn(Opcodes.DUP);
        code.visitJumpInsn(Opcodes.IFNULL, none);
        code.visitInsn(Opcodes.ARETURN);
        code.visitLabel(none);
        code.visitFrame(Opcodes.F_FULL, 2, new Object[] {CELL, "[[B"}, 1, new Object[] {"[B"});
        code.visitInsn(Opcodes.POP);
        code.visitLabel(absent);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, chunkName(chunk), "absent", "()[B", false);
        code.visitInsn(Opcodes.ARETURN);
        finish(code, 2, 2);
    }

    /** {@code at(Cell.mine())}. */
    private static void scoped(ClassWriter writer, int chunk) {
        MethodVisitor code = writer.visitMethod(SHARED, "scoped", "()[B", null, null);
        code.visitCode();
        code.visitMethodInsn(Opcodes.INVOKESTATIC, CELL, "mine", MINE, false);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, chunkName(chunk), "at", AT, false);
        code.visitInsn(Opcodes.ARETURN);
        finish(code, 1, 0);
    }

    /** {@code (byte[]) scopes.apply(chunk)}. */
    private static void absent(ClassWriter writer, int chunk) {
        MethodVisitor code = writer.visitMethod(OWN, "absent", "()[B", null, null);
        apart(code);
        code.visitCode();
        code.visitFieldInsn(Opcodes.GETSTATIC, MAIN, "scopes", type(INT_FUNCTION));
        code.visitLdcInsn(chunk);
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, INT_FUNCTION, "apply", "(I)Ljava/lang/Object;", true);
        code.visitTypeInsn(Opcodes.CHECKCAST, "[B");
        code.visitInsn(Opcodes.ARETURN);
        finish(code, 2, 0);
    }

    /** Emits {@code array[index] = 1}, for the chunk or its replacement: the probe where code must be short. */
    private static void hit(ClassWriter writer, int chunk, boolean scoped) {
        MethodVisitor code = writer.visitMethod(SHARED, scoped ? "hitScoped" : "hit", "(I)V", null, null);
        code.visitCode();
        array(code, chunk, scoped);
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.BASTORE);
        code.visitInsn(Opcodes.RETURN);
        finish(code, 3, 1);
    }

    /** {@code do array[first] = 1; while (++first <= last)}. */
    private static void hitRange(ClassWriter writer, int chunk, boolean scoped) {
        MethodVisitor code = writer.visitMethod(SHARED, scoped ? "hitScoped" : "hit", "(II)V", null, null);
        Label again = new Label();
        code.visitCode();
        array(code, chunk, scoped);
        code.visitVarInsn(Opcodes.ASTORE, 2);
        code.visitLabel(again);
        code.visitFrame(Opcodes.F_APPEND, 1, new Object[] {"[B"}, 0, null);
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.BASTORE);
        code.visitIincInsn(0, 1);
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitJumpInsn(Opcodes.IF_ICMPLE, again);
        code.visitInsn(Opcodes.RETURN);
        finish(code, 3, 3);
    }

    private static void array(MethodVisitor code, int chunk, boolean scoped) {
        if (scoped) {
            code.visitMethodInsn(Opcodes.INVOKESTATIC, chunkName(chunk), "scoped", "()[B", false);
        } else {
            code.visitFieldInsn(Opcodes.GETSTATIC, chunkName(chunk), "hits", "[B");
        }
    }

    /** Emits {@code initialiser.accept(classId)}, or with the complement. */
    private static void initialiser(ClassWriter writer, String name, boolean complement) {
        MethodVisitor code = writer.visitMethod(SHARED, name, "(I)V", null, null);
        apart(code);
        Label absent = function(code, "initialiser", CONSUMER, 1);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitVarInsn(Opcodes.ILOAD, 0);
        if (complement) {
            code.visitInsn(Opcodes.ICONST_M1);
            code.visitInsn(Opcodes.IXOR);
        }
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, CONSUMER, "accept", "(I)V", true);
        absent(code, absent, CONSUMER);
        code.visitInsn(Opcodes.RETURN);
        finish(code, 3, 2);
    }

    /** {@code events.apply(new Object[] {kind, a, b, c})}. */
    private static void event(ClassWriter writer) {
        String descriptor = "(ILjava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
        MethodVisitor code = writer.visitMethod(SHARED, "event", descriptor, null, null);
        apart(code);
        Label absent = function(code, "events", FUNCTION, 4);
        code.visitVarInsn(Opcodes.ALOAD, 4);
        code.visitInsn(Opcodes.ICONST_4);
        code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        for (int index = 0; index < 4; index++) {
            code.visitInsn(Opcodes.DUP);
            code.visitInsn(Opcodes.ICONST_0 + index);
            code.visitVarInsn(index == 0 ? Opcodes.ILOAD : Opcodes.ALOAD, index);
            if (index == 0) {
                code.visitMethodInsn(
                        Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
            }
            code.visitInsn(Opcodes.AASTORE);
        }
        apply(code);
        code.visitInsn(Opcodes.ARETURN);
        absent(code, absent, FUNCTION);
        code.visitInsn(Opcodes.ACONST_NULL);
        code.visitInsn(Opcodes.ARETURN);
        finish(code, 5, 5);
    }

    /**
     * Emits {@code commands.apply(new Object[] {command, environment, directory})}; returns the command itself if there
     * is no function.
     */
    private static void command(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(SHARED, "command", COMMAND, null, null);
        apart(code);
        Label absent = function(code, "commands", FUNCTION, 3);
        code.visitVarInsn(Opcodes.ALOAD, 3);
        code.visitInsn(Opcodes.ICONST_3);
        code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        for (int index = 0; index < 3; index++) {
            code.visitInsn(Opcodes.DUP);
            code.visitInsn(Opcodes.ICONST_0 + index);
            code.visitVarInsn(Opcodes.ALOAD, index);
            code.visitInsn(Opcodes.AASTORE);
        }
        apply(code);
        code.visitTypeInsn(Opcodes.CHECKCAST, "[Ljava/lang/String;");
        code.visitInsn(Opcodes.ARETURN);
        absent(code, absent, FUNCTION);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.ARETURN);
        finish(code, 5, 4);
    }

    /** {@code field.accept(object, what)}. */
    private static void call(ClassWriter writer, String name, String field) {
        MethodVisitor code = writer.visitMethod(SHARED, name, "(Ljava/lang/Object;I)V", null, null);
        apart(code);
        Label absent = function(code, field, OBJ_INT_CONSUMER, 2);
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, OBJ_INT_CONSUMER, "accept", "(Ljava/lang/Object;I)V", true);
        absent(code, absent, OBJ_INT_CONSUMER);
        code.visitInsn(Opcodes.RETURN);
        finish(code, 3, 3);
    }

    /** Stores the function of {@code field} in {@code local}; jumps to the result if null. */
    private static Label function(MethodVisitor code, String field, String type, int local) {
        Label absent = new Label();
        code.visitCode();
        code.visitFieldInsn(Opcodes.GETSTATIC, MAIN, field, type(type));
        code.visitVarInsn(Opcodes.ASTORE, local);
        code.visitVarInsn(Opcodes.ALOAD, local);
        code.visitJumpInsn(Opcodes.IFNULL, absent);
        return absent;
    }

    private static void absent(MethodVisitor code, Label absent, String type) {
        code.visitLabel(absent);
        code.visitFrame(Opcodes.F_APPEND, 1, new Object[] {type}, 0, null);
    }

    private static void apply(MethodVisitor code) {
        code.visitMethodInsn(
                Opcodes.INVOKEINTERFACE, FUNCTION, "apply", "(Ljava/lang/Object;)Ljava/lang/Object;", true);
    }

    /**
     * Prevents inlining of a rarely called method, which would otherwise add five kilobytes of bytecode to each method
     * with a probe. The JVM respects this in classes of the boot loader.
     */
    private static void apart(MethodVisitor code) {
        code.visitAnnotation("Ljdk/internal/vm/annotation/DontInline;", true).visitEnd();
        code.visitAnnotation("Ljava/lang/invoke/DontInline;", true).visitEnd(); // Java 8
    }

    private static ClassWriter open(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_8, HIDDEN_CLASS, name, null, "java/lang/Object", null);
        return writer;
    }

    private static void finish(MethodVisitor code, int maxStack, int maxLocals) {
        code.visitMaxs(maxStack, maxLocals);
        code.visitEnd();
    }

    private static String type(String internalName) {
        return "L" + internalName + ";";
    }
}
