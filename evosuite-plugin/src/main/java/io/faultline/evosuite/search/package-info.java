/**
 * The search that a metric leads: what it sees of the classes under test, the rounds, and the tests that are kept.
 *
 * <p>{@link io.faultline.evosuite.search.GuidedSearch} is asked by the adapter;
 * {@link io.faultline.evosuite.search.Sight} knows the lines, {@link io.faultline.evosuite.search.LineProbes} puts
 * probes there, {@link io.faultline.evosuite.search.Hits} is what they call, {@link io.faultline.evosuite.search.Judge}
 * values rows of lines, and {@link io.faultline.evosuite.search.MetricStrategy} is the search.
 */
package io.faultline.evosuite.search;
