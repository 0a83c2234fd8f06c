/**
 * How the tests of each framework are run again in place: one pass of the framework over a class, in which each wanted test
 * is run as often as is asked for while the fixtures of its class stay open.
 *
 * <p>What is typed against a framework is loaded only where that is. Nothing here knows of mutants. Drivers of {@code io.faultline.runner}
 * run what cannot be run in place.
 */
package io.faultline.mutants.driver;
