package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Redirects calls to a mock only if it has the method.
 *
 * <p>EvoSuite's mocks of JDK classes were written for Java 8, but all static methods of the JDK class are redirected to
 * the mock, including newer ones.
 */
public final class MissingMocks extends Seam {
    private static final String PACKAGE = "org/evosuite/runtime/instrumentation/";
    private static final String REPLACEMENT = PACKAGE + "MethodCallReplacement";
    private static final String CACHE = PACKAGE + "MethodCallReplacementCache";
    private static final String[] FIELDS = {"replacementClassName", "replacementMethodName", "replacementDesc"};

    public MissingMocks() {
        super(
                "runtime.instrumentation.MethodCallReplacementCache.addReplacementCall, fields of MethodCallReplacement",
                "leaves calls alone whose mock lacks the method",
                "NoSuchMethodError, as of MockRuntime.version(), in code that calls methods newer than Java 8");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return Arrays.asList(REPLACEMENT, CACHE);
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        if (className.equals(REPLACEMENT)) {
            return Weaving.publish(classFile, FIELDS);
        }
        return Weaving.atEntry(
                classFile,
                "addReplacementCall",
                "(L" + REPLACEMENT + ";)V",
                Weaving.leaveIf(
                        m -> {
                            m.visitLdcInsn(Type.getObjectType(CACHE));
                            for (String field : FIELDS) {
                                m.visitVarInsn(Opcodes.ALOAD, 1);
                                m.visitFieldInsn(Opcodes.GETFIELD, REPLACEMENT, field, "Ljava/lang/String;");
                            }
                            String descriptor =
                                    "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Z";
                            Weaving.call(m, MissingMocks.class, "isMissing", descriptor);
                        },
                        m -> m.visitInsn(Opcodes.RETURN)));
    }

    /**
     * Whether a mock lacks the method of a redirected call.
     *
     * @param near a class of EvoSuite, whose loader has the mocks
     */
    public static boolean isMissing(Class<?> near, String mock, String name, String descriptor) {
        if (name.equals("<init>")) {
            return false; // taken from the mock itself
        }
        Class<?> type;
        try {
            type = Class.forName(mock.replace('/', '.'), false, near.getClassLoader());
        } catch (ClassNotFoundException e) {
            return false; // not one of EvoSuite's mocks
        }
        for (; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name)
                        && Type.getMethodDescriptor(method).equals(descriptor)) {
                    return false;
                }
            }
        }
        return true;
    }
}
