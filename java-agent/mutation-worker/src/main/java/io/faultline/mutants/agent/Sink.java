package io.faultline.mutants.agent;

import io.faultline.mutants.weave.Woven;

/**
 * Who is told what became of the targets. Called in the thread that loads the class, before the class exists: an
 * implementation must not load classes of the application, nor wait for a thread that does.
 */
public interface Sink {
    /** The class has its mutants. */
    void woven(Woven woven);

    /** The class file is not the one that was recorded: it stays as it was. */
    void stale(int classNumber, String name, long hash);

    /** The class could not be woven: it stays as it was. */
    void refused(int classNumber, String name, String reason);
}
