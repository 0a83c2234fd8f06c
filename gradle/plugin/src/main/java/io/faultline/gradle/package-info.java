/** The Gradle plugin {@code io.faultline}: records which test runs which line, and ranks what failing tests run. */
package io.faultline.gradle;
