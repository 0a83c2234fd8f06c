package io.faultline.instrument;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files as compilers other than javac write them, and the lines that are recorded of a class. */
final class MadeClass {
    static final int PUBLIC = Opcodes.ACC_PUBLIC;
    static final int STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    static final int MADE = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);

    MadeClass(String name, String superclass, String... interfaces) {
        writer.visit(Opcodes.V1_8, PUBLIC, name, null, superclass, interfaces);
    }

    MadeClass annotated(String... types) {
        for (String type : types) {
            writer.visitAnnotation(type, true).visitEnd();
        }
        return this;
    }

    /** Adds an attribute without contents to the class. */
    MadeClass marked(String attribute) {
        writer.visitAttribute(new Bytes(attribute));
        return this;
    }

    /** Adds a static field. */
    MadeClass holding(String name, String descriptor) {
        writer.visitField(STATIC, name, descriptor, null, null).visitEnd();
        return this;
    }

    /** Adds a method whose code is of one line; 0 stands for none. */
    MadeClass with(int access, String name, String descriptor, int line, Consumer<MethodVisitor> body) {
        return with(access, name, descriptor, line, body, code -> {});
    }

    /** Like above; {@code before} adds annotations or attributes. */
    MadeClass with(
            int access,
            String name,
            String descriptor,
            int line,
            Consumer<MethodVisitor> body,
            Consumer<MethodVisitor> before) {
        MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
        before.accept(code);
        code.visitCode();
        if (line > 0) {
            Assembled.line(code, line);
        }
        body.accept(code);
        code.visitMaxs(0, 0);
        code.visitEnd();
        return this;
    }

    byte[] bytes() {
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Returns what calls {@code owner.name} with the first argument and returns an {@code int}. */
    static Consumer<MethodVisitor> calling(String owner, String name, String descriptor) {
        return code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
            code.visitInsn(Opcodes.IRETURN);
        };
    }

    static void returnsNull(MethodVisitor code) {
        code.visitInsn(Opcodes.ACONST_NULL);
        code.visitInsn(Opcodes.ARETURN);
    }

    static void returns(MethodVisitor code) {
        code.visitInsn(Opcodes.RETURN);
    }

    static Consumer<MethodVisitor> annotation(String type) {
        return code -> code.visitAnnotation(type, false).visitEnd();
    }

    static Consumer<MethodVisitor> attribute(String name, int... contents) {
        return code -> code.visitAttribute(new Bytes(name, contents));
    }

    /** Returns the recorded lines of each method that has some, by name; those of overloads together. */
    static Map<String, List<Integer>> lines(byte[] bytes) throws Refused {
        ClassPlan plan = Instrumenter.plan(bytes);
        Map<String, TreeSet<Integer>> lines = new TreeMap<>();
        for (int slot = 0; slot < plan.slots(); slot++) {
            lines.computeIfAbsent(plan.methods[2 * plan.owners[slot]], name -> new TreeSet<>())
                    .add(plan.lines[slot]);
        }
        Map<String, List<Integer>> sorted = new TreeMap<>();
        lines.forEach((name, of) -> sorted.put(name, List.copyOf(of)));
        return sorted;
    }

    private static final class Bytes extends Attribute {
        private final int[] contents;

        Bytes(String name, int... contents) {
            super(name);
            this.contents = contents;
        }

        @Override
        protected ByteVector write(ClassWriter writer, byte[] code, int length, int stack, int locals) {
            ByteVector bytes = new ByteVector();
            for (int number : contents) {
                bytes.putInt(number);
            }
            return bytes;
        }
    }
}
