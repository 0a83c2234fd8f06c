package io.faultline.runner;

import java.util.function.Predicate;
import org.junit.runner.Description;
import org.junit.runner.manipulation.Filter;

/** The tests of JUnit 4 that are wanted, and what holds any of them. */
public final class Only extends Filter {
    private final String name;
    private final Predicate<Description> wanted;

    /**
     * @param name what they are, in words: JUnit says it where there are none
     * @param wanted asked of tests alone, not of what holds them
     */
    public Only(String name, Predicate<Description> wanted) {
        this.name = name;
        this.wanted = wanted;
    }

    @Override
    public boolean shouldRun(Description description) {
        if (description.isTest()) {
            return wanted.test(description);
        }
        for (Description child : description.getChildren()) {
            if (shouldRun(child)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String describe() {
        return name;
    }
}
