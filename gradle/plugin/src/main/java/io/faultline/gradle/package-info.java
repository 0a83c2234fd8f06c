/**
 * The Gradle plugin {@code io.faultline}: records which test executes which line, and ranks the code of failing tests.
 */
package io.faultline.gradle;
