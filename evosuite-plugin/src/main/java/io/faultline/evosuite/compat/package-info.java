/** Lets EvoSuite 1.0.6, made for Java 8, run on Java 9 to 17 and read classes compiled for them. */
package io.faultline.evosuite.compat;
