package io.faultline.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * Adds Faultline's agent to the JVMs of the module's integration tests. Only needed where these take their options from
 * a property of their own (<code>propertyName</code>) or are to be recorded without the unit tests: what
 * <code>prepare-agent</code> puts into <code>argLine</code> reaches Failsafe, too.
 */
@Mojo(name = "prepare-agent-integration", defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST, threadSafe = true)
public final class PrepareAgentIntegrationMojo extends AbstractPrepareMojo {
    @Override
    boolean isFor(TestRun run) {
        return !run.isUnitTests();
    }
}
