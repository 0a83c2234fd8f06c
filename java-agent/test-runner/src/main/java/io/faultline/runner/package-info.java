/**
 * What runs tests in a JVM that is started for it: the frameworks as all of their versions have them, limits of time, the standard
 * streams, the JVM's end, tables.
 *
 * <p>Compiled into the jars of the mutation worker and of the test amplifier; no JVM has both. What is typed against a framework is
 * loaded only where that is.
 */
package io.faultline.runner;
