/**
 * Runs methods of one test class, each as often as its framework does, and writes what they showed.
 *
 * <p>It lies on the application's class path, in a JVM as the recorded one was.
 */
package io.faultline.amplify.run;
