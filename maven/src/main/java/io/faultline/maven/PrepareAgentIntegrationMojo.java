package io.faultline.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * Adds Faultline's agent to the JVMs of the module's integration tests. Only needed if these take their options from
 * another property (<code>propertyName</code>) or are recorded without the unit tests: the agent that
 * <code>prepare-agent</code> adds to <code>argLine</code> reaches Failsafe, too.
 */
@Mojo(name = "prepare-agent-integration", defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST, threadSafe = true)
public final class PrepareAgentIntegrationMojo extends AbstractPrepareMojo {
    @Override
    boolean isFor(TestRun run) {
        return !run.isUnitTests();
    }
}
