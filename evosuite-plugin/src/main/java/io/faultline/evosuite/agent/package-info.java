/** The entry point, and the transformer of EvoSuite's classes. */
package io.faultline.evosuite.agent;
