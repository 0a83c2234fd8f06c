package io.faultline.evosuite.agent;

import io.faultline.evosuite.adapter.Host;
import java.io.File;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;

/** The entry point of the agent. Does nothing in a JVM that loads no class of EvoSuite. */
public final class Premain {
    private Premain() {}

    /** Called by the JVM before {@code main}, once for each time the agent is named. */
    public static synchronized void premain(String options, Instrumentation instrumentation) throws URISyntaxException {
        if (Host.instrumentation() != null) {
            return;
        }
        if (options != null && !options.isEmpty()) {
            PrintStream err = System.err;
            err.println("faultline: the agent for EvoSuite takes no options; what follows the \"=\" is ignored");
        }
        File jar = new File(Premain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Host.set(instrumentation, jar);
        instrumentation.addTransformer(new Transformer(instrumentation), false);
    }
}
