package io.faultline.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Adds Faultline's agent to the JVMs of the module's tests, through the property <code>argLine</code>. */
@Mojo(name = "prepare-agent", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
public final class PrepareAgentMojo extends AbstractPrepareMojo {
    @Override
    boolean isFor(TestRun run) {
        return run.isUnitTests();
    }
}
