package io.faultline.instrument;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Renames a class, including its uses of its own members. */
final class Renaming {
    private Renaming() {}

    static byte[] of(byte[] bytes, String from, String to) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes).accept(new Renamed(writer, from, to), 0);
        return writer.toByteArray();
    }

    private static final class Renamed extends ClassVisitor {
        private final String from;
        private final String to;

        Renamed(ClassVisitor next, String from, String to) {
            super(Opcodes.ASM9, next);
            this.from = from;
            this.to = to;
        }

        @Override
        public void visit(int version, int access, String n, String s, String parent, String[] i) {
            super.visit(version, access, to, s, parent, i);
        }

        @Override
        public MethodVisitor visitMethod(int access, String n, String d, String s, String[] e) {
            return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, n, d, s, e)) {
                @Override
                public void visitFieldInsn(int opcode, String owner, String name, String type) {
                    super.visitFieldInsn(opcode, owner.equals(from) ? to : owner, name, type);
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
                    super.visitMethodInsn(opcode, owner.equals(from) ? to : owner, name, type, isInterface);
                }
            };
        }
    }
}
