/**
 * The search guided by a metric: its view of the classes under test, the rounds, and the accepted tests.
 *
 * <p>{@link io.faultline.evosuite.search.GuidedSearch} is called by the adapter; {@link
 * io.faultline.evosuite.search.Sight} has the lines, {@link io.faultline.evosuite.search.LineProbes} inserts probes
 * there, which call {@link io.faultline.evosuite.search.Hits}; {@link io.faultline.evosuite.search.Judge} values rows
 * of lines, and {@link io.faultline.evosuite.search.MetricStrategy} is the search.
 *
 * <p>Apart from that, {@link io.faultline.evosuite.search.BranchSearch} is the search for branches of SBST-DPG: {@link
 * io.faultline.evosuite.search.DynamicMosa} searches for {@link io.faultline.evosuite.search.ActiveGoals}, {@link
 * io.faultline.evosuite.search.KeptTests} has the tests of each.
 */
package io.faultline.evosuite.search;
