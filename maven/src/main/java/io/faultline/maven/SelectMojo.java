package io.faultline.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Chooses the module's tests that tell most about a failure. */
@Mojo(name = "select", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class SelectMojo extends SelectOptions {}
