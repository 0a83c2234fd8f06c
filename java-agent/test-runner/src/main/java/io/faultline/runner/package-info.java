/**
 * What runs tests in a JVM that is started for it: a {@link io.faultline.runner.Driver} per framework, limits of time, the standard
 * streams, the JVM's end, requests, tables.
 *
 * <p>Compiled into the jars of the mutation worker and of the test amplifier; no JVM has both. What is typed against a framework is
 * loaded only where that is.
 */
package io.faultline.runner;
