package io.faultline.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Ranks the module's methods, lines or classes by suspiciousness, based on its failing tests. */
@Mojo(name = "rank", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class RankMojo extends RankOptions {}
