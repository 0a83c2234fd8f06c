/**
 * The agent of a worker's JVM: settings, and the transformer that adds mutants, fuel and exit interception to classes
 * as they load.
 *
 * <p>A worker reads its settings from {@link io.faultline.mutants.agent.Agent#settings} and passes
 * {@link io.faultline.mutants.agent.Agent#deliverTo} the sink that writes a record for each woven class.
 */
package io.faultline.mutants.agent;
