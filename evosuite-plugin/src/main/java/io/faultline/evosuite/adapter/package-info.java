/** The seams for {@code -Dfitness}, one class each. {@link Guidance} is the interface to the metric. */
package io.faultline.evosuite.adapter;
