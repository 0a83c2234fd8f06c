/**
 * How the tests of each framework are run again in place: one pass of the framework over a class, in which each wanted test
 * is run as often as is asked for while the fixtures of its class stay open.
 *
 * <p>A driver is typed against its framework and loaded only where that is; it knows nothing of mutants.
 */
package io.faultline.mutants.driver;
