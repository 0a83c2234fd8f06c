package io.faultline.runner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The tests to run. Listeners receive each test under the name it has here. Plain data. */
public final class Selection {
    /** The class to pass to the framework; null if the ids suffice. */
    public final Class<?> testClass;

    private final boolean isOfMethods;
    private final List<String> names;

    private Selection(Class<?> testClass, boolean isOfMethods, Collection<String> names) {
        this.testClass = testClass;
        this.isOfMethods = isOfMethods;
        this.names = new ArrayList<>(names);
    }

    /** Selects methods of a class, each with all its invocations. */
    public static Selection ofMethods(Class<?> testClass, List<String> methods) {
        return new Selection(testClass, true, methods);
    }

    /**
     * Selects tests by the ids that the recording agent gives them; {@code testClass} is null for tests outside any
     * class.
     */
    public static Selection ofIds(Class<?> testClass, Collection<String> ids) {
        return new Selection(testClass, false, ids);
    }

    /** Whether the names are method names; otherwise they are ids. */
    public boolean isOfMethods() {
        return isOfMethods;
    }

    /** The selected methods, in order. Errors: {@link IllegalArgumentException} for a selection by ids. */
    public List<String> methods() {
        if (!isOfMethods) {
            throw new IllegalArgumentException("the framework runs no test by its id");
        }
        return names;
    }

    /** The selected methods or ids, in order. */
    public List<String> names() {
        return names;
    }
}
