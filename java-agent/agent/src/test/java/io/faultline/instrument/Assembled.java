package io.faultline.instrument;

import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files that no available compiler creates, written instruction by instruction. */
final class Assembled {
    private final ClassWriter writer = new ClassWriter(0);

    /** Creates an empty public class {@code name} of class-file version {@code version}. */
    Assembled(String name, int version) {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER;
        writer.visit(version, access, name, null, "java/lang/Object", null);
        writer.visitSource(name + ".txt", null);
    }

    /** Adds a public static method with code from {@code body}. */
    Assembled with(String name, String descriptor, int stack, int locals, Consumer<MethodVisitor> body) {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
        MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        body.accept(code);
        code.visitMaxs(stack, locals);
        code.visitEnd();
        return this;
    }

    ClassWriter writer() {
        return writer;
    }

    byte[] bytes() {
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Begins a line. */
    static void line(MethodVisitor code, int line) {
        Label here = new Label();
        code.visitLabel(here);
        code.visitLineNumber(line, here);
    }
}
