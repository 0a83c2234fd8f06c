/**
 * Detects test boundaries and outcomes without changes to the build: calls woven into the frameworks' reporting methods
 * are translated to calls of the session.
 */
package io.faultline.listeners;
