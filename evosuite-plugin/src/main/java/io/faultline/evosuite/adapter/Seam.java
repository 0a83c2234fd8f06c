package io.faultline.evosuite.adapter;

import java.util.Collections;
import java.util.List;

/**
 * A change of EvoSuite during loading: the classes, the change, and what breaks without it.
 *
 * <p>A subclass has both the weaving and the static methods called by woven code. The latter run on EvoSuite's threads,
 * including sandboxed test threads: they must not load classes there or read properties.
 */
public abstract class Seam {
    /** The changed place, for display: class and method. */
    public final String place;

    /** The behaviour with the change. */
    public final String change;

    /** The behaviour without it. */
    public final String without;

    protected Seam(String place, String change, String without) {
        this.place = place;
        this.change = change;
        this.without = without;
    }

    /** Internal names of the classes to weave, as this distribution has them. */
    public abstract List<String> classes(Distribution evosuite);

    /**
     * Returns the changed class.
     *
     * <p>Errors: {@link SeamMissing} if the class does not have the place.
     */
    public abstract byte[] weave(Distribution evosuite, String className, byte[] classFile);

    /** Returns the EvoSuite versions that need the change. */
    public String versions() {
        return Distribution.RELEASED;
    }

    /** For a single class. */
    protected static List<String> only(String className) {
        return Collections.singletonList(className);
    }
}
