package io.faultline.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Says how well the module's tests tell its lines apart, and where they do not. */
@Mojo(name = "suite", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class SuiteMojo extends SuiteOptions {}
