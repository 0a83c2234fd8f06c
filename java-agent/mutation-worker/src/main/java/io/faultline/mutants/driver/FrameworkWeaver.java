package io.faultline.mutants.driver;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Inserts a call of {@link Hook} at the entry of the framework methods that run one test with its set-up and tear-down:
 * {@code if ((r = Hook.takes(this, arguments)) != null) return r;}.
 */
public final class FrameworkWeaver {
    /** Internal name of the JUnit Platform's class; the method is {@code execute()}. */
    private static final String TASK = "org/junit/platform/engine/support/hierarchical/NodeTestTask";

    /** Internal names of TestNG's classes, up to 6.14, 7.0 to 7.4, and from 7.5; the method returns a result. */
    private static final Set<String> INVOKERS = Collections.unmodifiableSet(new HashSet<>(Arrays.asList(
            "org/testng/internal/Invoker",
            "org/testng/internal/TestInvoker",
            "org/testng/internal/invokers/TestInvoker")));

    /** Where TestNG asks a factory for instances; the method is {@code invoke()}, which returns an array. */
    private static final String FACTORY = "org/testng/internal/FactoryMethod";

    private static final String HOOK = "io/faultline/mutants/driver/Hook";

    private FrameworkWeaver() {}

    /** Whether the class with this internal name is one of these. */
    public static boolean handles(String name) {
        return name.equals(TASK) || name.equals(FACTORY) || INVOKERS.contains(name);
    }

    /** Returns the class file with the hook inserted. */
    public static byte[] weave(String name, byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Weaver(writer, name), 0);
        return writer.toByteArray();
    }

    /** Whether this method of a TestNG invoker is woven. */
    static boolean isInvocation(String method, String returnType) {
        return method.equals("invokeMethod") && returnType.equals("org.testng.ITestResult");
    }

    /** Whether this is TestNG's class that asks a factory for instances. */
    static boolean isFactory(String className) {
        return className.replace('.', '/').equals(FACTORY);
    }

    private static final class Weaver extends ClassVisitor {
        private final String type;

        Weaver(ClassVisitor next, String type) {
            super(Opcodes.ASM9, next);
            this.type = type;
        }

        private boolean weaves(int access, String name, String descriptor) {
            if ((access & Opcodes.ACC_STATIC) != 0) {
                return false;
            }
            if (type.equals(TASK)) {
                return name.equals("execute") && descriptor.equals("()V");
            }
            return type.equals(FACTORY)
                    ? name.equals("invoke") && descriptor.startsWith("()[L")
                    : isInvocation(name, Type.getReturnType(descriptor).getClassName());
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return weaves(access, name, descriptor) ? new Entry(next, descriptor) : next;
        }
    }

    private static final class Entry extends MethodVisitor {
        private final Type[] parameters;
        private final Type returned;

        Entry(MethodVisitor next, String descriptor) {
            super(Opcodes.ASM9, next);
            parameters = Type.getArgumentTypes(descriptor);
            returned = Type.getReturnType(descriptor);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label run = new Label();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            arguments();
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    HOOK,
                    "takes",
                    "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
                    false);
            super.visitInsn(Opcodes.DUP);
            super.visitJumpInsn(Opcodes.IFNULL, run);
            if (returned != Type.VOID_TYPE) {
                super.visitTypeInsn(Opcodes.CHECKCAST, returned.getInternalName());
            }
            super.visitInsn(returned.getOpcode(Opcodes.IRETURN));
            super.visitLabel(run);
            // Stack: null
            super.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Object"});
            super.visitInsn(Opcodes.POP);
        }

        private void arguments() {
            super.visitIntInsn(Opcodes.BIPUSH, parameters.length);
            super.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
            int local = 1;
            for (int i = 0; i < parameters.length; i++) {
                super.visitInsn(Opcodes.DUP);
                super.visitIntInsn(Opcodes.BIPUSH, i);
                super.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), local);
                box(parameters[i]);
                super.visitInsn(Opcodes.AASTORE);
                local += parameters[i].getSize();
            }
        }

        /** Boxes an argument. In all versions the parameters are objects, ints and booleans. */
        private void box(Type parameter) {
            if (parameter.getSort() == Type.INT) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
            } else if (parameter.getSort() == Type.BOOLEAN) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;", false);
            }
        }
    }
}
