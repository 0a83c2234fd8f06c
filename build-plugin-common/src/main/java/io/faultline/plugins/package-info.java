/** What the plugins for Maven and Gradle have in common; each is compiled with these sources and has them in its jar. */
package io.faultline.plugins;
