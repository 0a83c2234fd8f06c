package io.faultline.mutants.agent;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets class loaders that load classes themselves before they ask others, as those of PowerMock and of containers do, get
 * what mutated code calls from the boot loader: {@code if (name.startsWith(OURS)) return Class.forName(name, false, null);} at the
 * beginning of {@code loadClass}.
 */
final class LoaderWeaver {
    private static final String OURS = "io.faultline.mutants.boot.";
    private static final String LOAD = "loadClass";

    private LoaderWeaver() {}

    /** The class file of a class loader with this; null for any other class. */
    static byte[] weave(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        String above = reader.getSuperName();
        if (above == null || !above.endsWith("Loader") || (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Weaver weaver = new Weaver(writer);
        reader.accept(weaver, 0);
        return weaver.changed ? writer.toByteArray() : null;
    }

    private static final class Weaver extends ClassVisitor {
        private boolean changed;

        Weaver(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean loads = name.equals(LOAD)
                    && (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0
                    && (descriptor.equals("(Ljava/lang/String;)Ljava/lang/Class;")
                            || descriptor.equals("(Ljava/lang/String;Z)Ljava/lang/Class;"));
            changed |= loads;
            return loads ? new Asking(next) : next;
        }
    }

    private static final class Asking extends MethodVisitor {
        Asking(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label other = new Label();
            visitVarInsn(Opcodes.ALOAD, 1);
            visitJumpInsn(Opcodes.IFNULL, other);
            visitVarInsn(Opcodes.ALOAD, 1);
            visitLdcInsn(OURS);
            visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "startsWith", "(Ljava/lang/String;)Z", false);
            visitJumpInsn(Opcodes.IFEQ, other);
            visitVarInsn(Opcodes.ALOAD, 1);
            visitInsn(Opcodes.ICONST_0);
            visitInsn(Opcodes.ACONST_NULL);
            visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "java/lang/Class",
                    "forName",
                    "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
                    false);
            visitInsn(Opcodes.ARETURN);
            visitLabel(other);
            visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
    }
}
