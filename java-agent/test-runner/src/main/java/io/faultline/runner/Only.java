package io.faultline.runner;

import java.util.function.Predicate;
import org.junit.runner.Description;
import org.junit.runner.manipulation.Filter;

/** The tests of JUnit 4 that are selected, and what holds any of them. */
final class Only extends Filter {
    private final Predicate<Description> selected;

    /** @param selected asked of tests alone, not of what holds them */
    Only(Predicate<Description> selected) {
        this.selected = selected;
    }

    @Override
    public boolean shouldRun(Description description) {
        if (description.isTest()) {
            return selected.test(description);
        }
        for (Description child : description.getChildren()) {
            if (shouldRun(child)) {
                return true;
            }
        }
        return false;
    }

    /** JUnit says it where there are none. */
    @Override
    public String describe() {
        return "selected tests";
    }
}
