/**
 * Reruns tests in place, per framework: in one pass of the framework over a class, each wanted test runs as often as
 * requested while its class fixtures stay set up.
 *
 * <p>Classes typed against a framework are loaded only if the framework is present. Nothing here depends on mutants.
 * Drivers of {@code io.faultline.runner} run the tests that cannot be rerun in place.
 */
package io.faultline.mutants.driver;
