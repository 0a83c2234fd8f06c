package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.SeamMissing;
import io.faultline.evosuite.adapter.Weaving;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes {@code o.toString()} and {@code o.hashCode()} call the object's methods if its static type is {@code Object}.
 *
 * <p>For repeatable tests EvoSuite redirects such calls to its own methods, which answer from an artificial identity.
 * It also does so for objects that override the methods, where this is wrong, and unnecessary.
 */
public final class ObjectMethods extends Seam {
    private static final String SYSTEM = "org/evosuite/runtime/System";
    private static final String CACHE = "org/evosuite/runtime/instrumentation/MethodCallReplacementCache";
    private static final String HASH = "(Ljava/lang/Object;)I";

    /** Whether a class overrides {@code toString}, and {@code hashCode}. */
    private static final ClassValue<boolean[]> OVERRIDES = new ClassValue<boolean[]>() {
        @Override
        protected boolean[] computeValue(Class<?> type) {
            return new boolean[] {overrides(type, "toString"), overrides(type, "hashCode")};
        }
    };

    public ObjectMethods() {
        super(
                "runtime.System.toString, runtime.instrumentation.MethodCallReplacementCache.addJavaLangCalls",
                "calls on static type Object reach the overriding `toString` and `hashCode`",
                "a bug of EvoSuite: a string in an Object reads \"java.lang.String@0000000002\"");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return Arrays.asList(SYSTEM, CACHE);
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        if (className.equals(CACHE)) {
            return redirect(classFile);
        }
        byte[] woven = Weaving.atEntry(
                classFile,
                "toString",
                "(Ljava/lang/Object;)Ljava/lang/String;",
                Weaving.leaveIf(
                        m -> {
                            m.visitVarInsn(Opcodes.ALOAD, 0);
                            Weaving.call(m, ObjectMethods.class, "overridesToString", "(Ljava/lang/Object;)Z");
                        },
                        m -> {
                            m.visitVarInsn(Opcodes.ALOAD, 0);
                            m.visitMethodInsn(
                                    Opcodes.INVOKEVIRTUAL,
                                    "java/lang/Object",
                                    "toString",
                                    "()Ljava/lang/String;",
                                    false);
                            m.visitInsn(Opcodes.ARETURN);
                        }));
        return addHashCode(woven);
    }

    /**
     * Redirects the entry for {@code Object.hashCode} to the added method; that for {@code System.identityHashCode}
     * stays.
     */
    private static byte[] redirect(byte[] classFile) {
        boolean[] met = {false};
        return Weaving.inside(
                classFile,
                "addJavaLangCalls",
                "()V",
                next -> new MethodVisitor(Opcodes.ASM9, next) {
                    private boolean isHash;

                    @Override
                    public void visitLdcInsn(Object value) {
                        if ("hashCode".equals(value)) {
                            isHash = true;
                        } else if (isHash && "identityHashCode".equals(value)) {
                            isHash = false;
                            met[0] = true;
                            super.visitLdcInsn("hashCode");
                            return;
                        }
                        super.visitLdcInsn(value);
                    }
                },
                () -> met[0],
                "entry for hashCode");
    }

    /** Adds {@code public static int hashCode(Object)}, which falls back on {@code identityHashCode}. */
    private static byte[] addHashCode(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        boolean[] identity = {false};
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String desc, String signature, String[] exceptions) {
                        identity[0] |= name.equals("identityHashCode") && desc.equals(HASH);
                        return super.visitMethod(access, name, desc, signature, exceptions);
                    }

                    @Override
                    public void visitEnd() {
                        MethodVisitor m = super.visitMethod(
                                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "hashCode", HASH, null, null);
                        Label invented = new Label();
                        m.visitCode();
                        m.visitVarInsn(Opcodes.ALOAD, 0);
                        Weaving.call(m, ObjectMethods.class, "overridesHashCode", "(Ljava/lang/Object;)Z");
                        m.visitJumpInsn(Opcodes.IFEQ, invented);
                        m.visitVarInsn(Opcodes.ALOAD, 0);
                        m.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
                        m.visitInsn(Opcodes.IRETURN);
                        m.visitLabel(invented);
                        m.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                        m.visitVarInsn(Opcodes.ALOAD, 0);
                        m.visitMethodInsn(Opcodes.INVOKESTATIC, SYSTEM, "identityHashCode", HASH, false);
                        m.visitInsn(Opcodes.IRETURN);
                        m.visitMaxs(0, 0);
                        m.visitEnd();
                        super.visitEnd();
                    }
                },
                0);
        if (!identity[0]) {
            throw new SeamMissing("org.evosuite.runtime.System has no method identityHashCode" + HASH);
        }
        return writer.toByteArray();
    }

    /** Null is left to EvoSuite's method. */
    public static boolean overridesToString(Object object) {
        return object != null && OVERRIDES.get(object.getClass())[0];
    }

    /** Like {@link #overridesToString}. */
    public static boolean overridesHashCode(Object object) {
        return object != null && OVERRIDES.get(object.getClass())[1];
    }

    private static boolean overrides(Class<?> type, String method) {
        try {
            return type.getMethod(method).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
