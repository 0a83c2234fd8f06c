package io.faultline.evosuite.adapter;

import java.util.Collections;
import java.util.List;

/**
 * One place where EvoSuite is changed while it loads: which classes, how, and what breaks without it.
 *
 * <p>A subclass holds both the weaving and the static methods that the woven code calls. The latter run in EvoSuite's
 * threads, sandboxed test threads among them: they load nothing there for the first time and read no property.
 */
public abstract class Seam {
    /** What is changed, for people: class and method. */
    public final String place;

    /** What it does now. */
    public final String change;

    /** What happens without it. */
    public final String without;

    protected Seam(String place, String change, String without) {
        this.place = place;
        this.change = change;
        this.without = without;
    }

    /** Internal names of the classes to weave, as this distribution has them. */
    public abstract List<String> classes(Distribution evosuite);

    /**
     * The class with the change in it.
     *
     * <p>Errors: {@link SeamMissing} when the class has no such place.
     */
    public abstract byte[] weave(Distribution evosuite, String className, byte[] classFile);

    /** The versions whose classes the change was made for. */
    public String versions() {
        return Distribution.RELEASED;
    }

    /** For the common case. */
    protected static List<String> only(String className) {
        return Collections.singletonList(className);
    }
}
