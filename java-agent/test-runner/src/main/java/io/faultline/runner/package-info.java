/**
 * Runs tests in a dedicated JVM: a {@link io.faultline.runner.Driver} per framework, time limits, the standard streams,
 * the JVM's exit, requests and tables.
 *
 * <p>Compiled into the jars of the mutation worker and of the test amplifier; no JVM has both. Classes typed against a
 * framework are loaded only if the framework is present.
 */
package io.faultline.runner;
