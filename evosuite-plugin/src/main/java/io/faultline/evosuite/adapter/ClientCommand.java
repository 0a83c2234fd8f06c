package io.faultline.evosuite.adapter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** The client, which searches, gets the same agent and our properties, however they reached the master. */
public final class ClientCommand extends Seam {
    private static final String SINCE_110 = "org/evosuite/utils/ExternalProcessGroupHandler";
    private static final String IN_106 = "org/evosuite/utils/ExternalProcessHandler";

    public ClientCommand() {
        super(
                "ExternalProcessHandler.startProcess (ExternalProcessGroupHandler from 1.1.0)",
                "adds the agent and our properties to the client's command",
                "the client dies as the master would without the agent; master and client disagree on the properties");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(evosuite.version.equals(Distribution.RELEASED) ? IN_106 : SINCE_110);
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        String index = className.equals(IN_106) ? "" : "I";
        return Weaving.atEntry(
                classFile, "startProcess", "([Ljava/lang/String;" + index + "Ljava/lang/Object;)Z", m -> {
                    m.visitVarInsn(Opcodes.ALOAD, 1);
                    Weaving.call(m, ClientCommand.class, "complete", "([Ljava/lang/String;)[Ljava/lang/String;");
                    m.visitVarInsn(Opcodes.ASTORE, 1);
                });
    }

    /** Completes {@code java, flags, main class}. */
    public static String[] complete(String[] command) {
        List<String> properties = new ArrayList<>(FitnessProperties.arguments());
        if (!properties.isEmpty()) {
            properties.add(FitnessSettings.placeArgument());
        }
        return complete(command, Host.flag(), properties).toArray(new String[0]);
    }

    /** Adds flags directly after {@code java}: existing flags win, because the JVM uses the last of two. */
    static List<String> complete(String[] command, String agent, List<String> properties) {
        List<String> complete = new ArrayList<>(Arrays.asList(command));
        complete.addAll(1, properties);
        if (!complete.contains(agent)) {
            complete.add(1, agent);
        }
        return Collections.unmodifiableList(complete);
    }
}
