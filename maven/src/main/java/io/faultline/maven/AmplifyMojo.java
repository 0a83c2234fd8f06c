package io.faultline.maven;

import org.apache.maven.plugins.annotations.Mojo;

/**
 * Runs the build's tests without changes to the poms, and generates variants of those that fail: variants that pass
 * show which code is not to blame. Failing tests do not end it.
 */
@Mojo(name = "amplify", aggregator = true, threadSafe = true)
public final class AmplifyMojo extends AmplifyOptions {}
