/**
 * Test boundaries and outcomes, found without any change to the build: calls are woven into the methods
 * through which the frameworks themselves report, and what arrives there becomes calls of the session.
 */
package io.faultline.listeners;
