package io.faultline.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Selects the module's tests that give the most information about a failure. */
@Mojo(name = "select", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class SelectMojo extends SelectOptions {}
