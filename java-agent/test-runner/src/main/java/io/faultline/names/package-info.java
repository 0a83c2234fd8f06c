/**
 * Names of tests that are the same in each run, for the recording agent and for those that run tests again: all three
 * jars are compiled with this package.
 */
package io.faultline.names;
