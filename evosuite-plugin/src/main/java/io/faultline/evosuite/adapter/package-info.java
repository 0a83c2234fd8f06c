/**
 * The seams for {@code -Dfitness} and for goals of a search, one class each. {@link Guidance} is the interface to the
 * metric, {@link Targets} that to the search for goals.
 */
package io.faultline.evosuite.adapter;
