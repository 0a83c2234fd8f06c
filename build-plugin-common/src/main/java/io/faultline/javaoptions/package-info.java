/** Options of a JVM as text, and which of them no agent may stand beside: for the agent and both build plugins. */
package io.faultline.javaoptions;
