package io.faultline.maven;

import org.apache.maven.plugins.annotations.Mojo;

/**
 * Runs the build's tests, whatever its poms say, and grows further ones from those that fail: edits of a failing test that pass
 * say which code is not to blame. Failing tests do not end it.
 */
@Mojo(name = "amplify", aggregator = true, threadSafe = true)
public final class AmplifyMojo extends AmplifyOptions {}
