package io.faultline.runner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Which tests are to run. A listener is told of each by the name that it has here. Plain data. */
public final class Selection {
    /** What the framework is given; null where ids say all. */
    public final Class<?> testClass;

    private final boolean isOfMethods;
    private final List<String> names;

    private Selection(Class<?> testClass, boolean isOfMethods, Collection<String> names) {
        this.testClass = testClass;
        this.isOfMethods = isOfMethods;
        this.names = new ArrayList<>(names);
    }

    /** Methods of a class, each with all of its invocations. */
    public static Selection ofMethods(Class<?> testClass, List<String> methods) {
        return new Selection(testClass, true, methods);
    }

    /** Tests by the ids that the recording agent gives to them; {@code testClass} is null where they lie in no class. */
    public static Selection ofIds(Class<?> testClass, Collection<String> ids) {
        return new Selection(testClass, false, ids);
    }

    /** Whether names are those of methods; else they are ids. */
    public boolean isOfMethods() {
        return isOfMethods;
    }

    /** In their order. Errors: {@link IllegalArgumentException} where tests are selected by their ids. */
    public List<String> methods() {
        if (!isOfMethods) {
            throw new IllegalArgumentException("the framework runs no test by its id");
        }
        return names;
    }

    /** Methods or ids, in their order. */
    public List<String> names() {
        return names;
    }
}
