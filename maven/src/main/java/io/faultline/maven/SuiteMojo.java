package io.faultline.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Reports how well the module's tests distinguish its lines, and where they do not. */
@Mojo(name = "suite", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class SuiteMojo extends SuiteOptions {}
