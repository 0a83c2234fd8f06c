/** Where {@code -Dfitness} enters EvoSuite: one class per place. What a metric does there is behind {@link Guidance}. */
package io.faultline.evosuite.adapter;
