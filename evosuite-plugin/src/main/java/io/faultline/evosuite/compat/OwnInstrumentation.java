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

/** Passes this agent's {@code Instrumentation} to EvoSuite's agent, which then need not attach to its own JVM. */
public final class OwnInstrumentation extends Seam {
    private static final String LOADER = "org/evosuite/runtime/agent/AgentLoader";

    private static boolean handedOver;

    /** Woven classes that must be loaded before EvoSuite's transformer is registered. */
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
     * Sets the classes woven by other seams.
     *
     * <p>A class that is first loaded inside a transformer is not passed to any transformer. EvoSuite's transformer
     * would be the first user of some of these, so they are loaded before it is registered.
     */
    public static void loadFirst(List<String> classes) {
        first = classes;
    }

    /** Called once per JVM. Errors: {@link IllegalStateException} if EvoSuite's agent does not accept it. */
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
            // A runtime without the search lacks some classes, which are then not needed.
        }
    }
}
