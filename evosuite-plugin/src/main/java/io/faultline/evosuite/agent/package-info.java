/** Where the JVM enters, and what changes EvoSuite's classes as they load. */
package io.faultline.evosuite.agent;
