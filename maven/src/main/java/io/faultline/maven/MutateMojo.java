package io.faultline.maven;

import org.apache.maven.plugins.annotations.Mojo;

/**
 * Runs the build's tests without changes to the poms, and then the failing ones again on code with one small change at
 * a time: the changes that affect them show which line is to blame. Failing tests do not end it.
 */
@Mojo(name = "mutate", aggregator = true, threadSafe = true)
public final class MutateMojo extends MutateOptions {}
