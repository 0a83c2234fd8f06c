/** Code shared by the plugins for Maven and Gradle; each plugin compiles these sources into its own jar. */
package io.faultline.plugins;
