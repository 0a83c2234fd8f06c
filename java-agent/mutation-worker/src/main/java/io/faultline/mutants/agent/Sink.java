package io.faultline.mutants.agent;

import io.faultline.mutants.weave.Woven;

/**
 * Receives the outcome of weaving each target. Threads: called in the thread that loads the class, before the class
 * exists; an implementation must not load application classes or wait for a thread that does.
 */
public interface Sink {
    /** The class was woven. */
    void woven(Woven woven);

    /** The class file differs from the recorded one, so the class was left unchanged. */
    void stale(int classNumber, String name, long hash);

    /** The class could not be woven and was left unchanged. */
    void refused(int classNumber, String name, String reason);
}
