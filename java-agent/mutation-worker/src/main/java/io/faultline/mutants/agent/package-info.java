/**
 * The agent of a worker's JVM: settings, and the transformer that puts mutants, fuel and caught exits into classes as they are loaded.
 *
 * <p>A worker asks {@link io.faultline.mutants.agent.Agent#settings} for what it was started with, and gives
 * {@link io.faultline.mutants.agent.Agent#deliverTo} the sink that writes a record for each class that was woven.
 */
package io.faultline.mutants.agent;
