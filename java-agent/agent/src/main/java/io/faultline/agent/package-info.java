/** The entry point of the agent: options, scope, the transformer that wires the other packages, and the hook for child processes. */
package io.faultline.agent;
