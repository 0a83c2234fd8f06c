package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.SeamMissing;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Lets ASM 9 work with visitors written for ASM 6.
 *
 * <p>EvoSuite's visitors declare the API of ASM 5. ASM 9 throws when such a visitor meets a record, a nest or a sealed
 * type, because it might ignore them; EvoSuite's visitors pass unknown items on. In addition, ASM 9 rejects a class
 * name in place of a descriptor, and a subclass that calls a constructor not meant for subclasses.
 */
final class LenientAsm {
    private static final String ASM = AsmClasses.NAME;
    private static final String TYPE = ASM + "Type";
    private static final String PARSE = TYPE + ".getTypeInternal";

    /** Methods that check {@code this.api}; the check is removed. */
    private static final Set<String> TOLERANT = set(
            ASM + "ClassVisitor.visit",
            ASM + "ClassVisitor.visitModule",
            ASM + "ClassVisitor.visitNestHost",
            ASM + "ClassVisitor.visitNestMember",
            ASM + "ClassVisitor.visitPermittedSubclass",
            ASM + "ClassVisitor.visitRecordComponent",
            ASM + "MethodVisitor.visitLdcInsn");

    /** Constructors without parameters that check {@code getClass()}; the check is removed. */
    private static final Set<String> OPEN = set(ASM + "tree/analysis/BasicInterpreter.<init>");

    private LenientAsm() {}

    private static Set<String> set(String... members) {
        return Collections.unmodifiableSet(new HashSet<>(Arrays.asList(members)));
    }

    /**
     * Returns a class of ASM, patched if necessary.
     *
     * <p>Errors: {@link SeamMissing} if this ASM is not as expected.
     */
    static byte[] patch(String owner, byte[] classFile) {
        Set<String> missing = new HashSet<>();
        for (Set<String> members : Arrays.asList(TOLERANT, OPEN, Collections.singleton(PARSE))) {
            members.stream().filter(member -> member.startsWith(owner + ".")).forEach(missing::add);
        }
        return missing.isEmpty() ? classFile : patch(owner, classFile, missing);
    }

    private static byte[] patch(String owner, byte[] classFile, Set<String> missing) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Patch(writer, owner, missing), 0);
        if (!missing.isEmpty()) {
            throw new SeamMissing("ASM has not what is to be changed in " + missing);
        }
        return writer.toByteArray();
    }

    private static final class Patch extends ClassVisitor {
        private final String owner;
        private final Set<String> missing;

        Patch(ClassVisitor next, String owner, Set<String> missing) {
            super(Opcodes.ASM9, next);
            this.owner = owner;
            this.missing = missing;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            String member = owner + "." + name;
            if (TOLERANT.contains(member)) {
                return new Tolerant(next, () -> missing.remove(member));
            }
            if (OPEN.contains(member) && descriptor.equals("()V")) {
                return new Open(next, owner, () -> missing.remove(member));
            }
            return member.equals(PARSE) ? new NameForType(next, () -> missing.remove(member)) : next;
        }
    }

    /** Replaces {@code this.api < ASM8} by {@code ASM9 < ASM8}. */
    private static final class Tolerant extends MethodVisitor {
        private final Runnable met;

        Tolerant(MethodVisitor next, Runnable met) {
            super(Opcodes.ASM9, next);
            this.met = met;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (opcode == Opcodes.GETFIELD && name.equals("api")) {
                met.run();
                super.visitInsn(Opcodes.POP);
                super.visitLdcInsn(Opcodes.ASM9);
            } else {
                super.visitFieldInsn(opcode, owner, name, descriptor);
            }
        }
    }

    /** Replaces {@code getClass() != Here.class} by {@code Here.class != Here.class}. */
    private static final class Open extends MethodVisitor {
        private final String here;
        private final Runnable met;

        Open(MethodVisitor next, String here, Runnable met) {
            super(Opcodes.ASM9, next);
            this.here = here;
            this.met = met;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.equals("getClass")) {
                met.run();
                super.visitInsn(Opcodes.POP);
                super.visitLdcInsn(Type.getObjectType(here));
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }

    /** Replaces the exception for {@code a/B} by the object type of this name, as in ASM 6. */
    private static final class NameForType extends MethodVisitor {
        private final Runnable met;
        private boolean done;

        NameForType(MethodVisitor next, Runnable met) {
            super(Opcodes.ASM9, next);
            this.met = met;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (!done && opcode == Opcodes.NEW && type.equals("java/lang/IllegalArgumentException")) {
                done = true;
                met.run();
                // getTypeInternal(String descriptor, int begin, int end)
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ILOAD, 1);
                super.visitVarInsn(Opcodes.ILOAD, 2);
                super.visitMethodInsn(
                        Opcodes.INVOKEVIRTUAL, "java/lang/String", "substring", "(II)Ljava/lang/String;", false);
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, TYPE, "getObjectType", "(Ljava/lang/String;)L" + TYPE + ";", false);
                super.visitInsn(Opcodes.ARETURN);
                // The rest is unreachable; ASM's classes are of Java 5, where that needs no frame.
            }
            super.visitTypeInsn(opcode, type);
        }
    }
}
