/**
 * Runs methods of one test class, each as often as its framework does, and writes their observations.
 *
 * <p>The package is on the application's class path, in a JVM configured as in the recording.
 */
package io.faultline.amplify.run;
