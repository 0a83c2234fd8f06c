package io.faultline.instrument;

import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files that no compiler at hand makes, written instruction by instruction. */
final class Assembled {
    private final ClassWriter writer = new ClassWriter(0);

    /** A public class {@code name} of class-file version {@code version}, with nothing in it. */
    Assembled(String name, int version) {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER;
        writer.visit(version, access, name, null, "java/lang/Object", null);
        writer.visitSource(name + ".txt", null);
    }

    /** A public static method with the code that {@code body} writes. */
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

    /** Begins line {@code line} here. */
    static void line(MethodVisitor code, int line) {
        Label here = new Label();
        code.visitLabel(here);
        code.visitLineNumber(line, here);
    }
}
