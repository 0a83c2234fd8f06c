package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Host;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** EvoSuite's own agent is handed this agent's {@code Instrumentation} and need not attach itself to its own JVM. */
public final class OwnInstrumentation extends Seam {
    private static final String LOADER = "org/evosuite/runtime/agent/AgentLoader";

    private static boolean handedOver;

    /** Classes that must be there, woven, before EvoSuite's transformer is. */
    private static volatile List<String> first = new ArrayList<>();

    public OwnInstrumentation() {
        super(
                "runtime.agent.AgentLoader.loadAgent",
                "hands EvoSuite's agent this agent's `Instrumentation`",
                "generated tests end in initializationError: a JVM may not attach to itself since Java 9");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(LOADER);
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.replaceBody(classFile, "loadAgent", "()V", m -> {
            m.visitLdcInsn(Type.getObjectType(LOADER));
            Weaving.call(m, OwnInstrumentation.class, "handOver", "(Ljava/lang/Class;)V");
            m.visitInsn(Opcodes.RETURN);
        });
    }

    /**
     * Names the classes that other seams weave.
     *
     * <p>The JVM shows a class that is first loaded inside a transformer to no transformer at all. EvoSuite's transformer
     * would be the first user of some of these, so they are loaded before it is registered.
     */
    public static void loadFirst(List<String> classes) {
        first = classes;
    }

    /** Once per JVM. Errors: {@link IllegalStateException} when EvoSuite's agent does not take it. */
    public static synchronized void handOver(Class<?> near) {
        if (handedOver) {
            return;
        }
        ClassLoader loader = near.getClassLoader();
        for (String name : first) {
            load(name, loader);
        }
        try {
            Class.forName("org.evosuite.runtime.agent.InstrumentingAgent", true, loader)
                    .getMethod("agentmain", String.class, Instrumentation.class)
                    .invoke(null, "", Host.instrumentation());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("EvoSuite's agent did not start", e);
        }
        handedOver = true;
    }

    private static void load(String internalName, ClassLoader loader) {
        try {
            Class.forName(internalName.replace('/', '.'), false, loader);
        } catch (ClassNotFoundException e) {
            // A runtime without the search has fewer classes, and nobody will miss this one.
        }
    }
}
