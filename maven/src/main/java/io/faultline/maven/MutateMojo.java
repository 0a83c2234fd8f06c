package io.faultline.maven;

import org.apache.maven.plugins.annotations.Mojo;

/**
 * Runs the build's tests, whatever its poms say, and then those again that fail, on code with one small change at a
 * time: which changes they notice says which line is to blame. Failing tests do not end it.
 */
@Mojo(name = "mutate", aggregator = true, threadSafe = true)
public final class MutateMojo extends MutateOptions {}
