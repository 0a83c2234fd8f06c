package io.faultline.runner;

import java.util.function.Predicate;
import org.junit.runner.Description;
import org.junit.runner.manipulation.Filter;

/** JUnit 4 filter that accepts the selected tests and their containers. */
final class Only extends Filter {
    private final Predicate<Description> selected;

    /** @param selected applied to tests only, not to containers */
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

    /** JUnit includes this text in its error if no test matches. */
    @Override
    public String describe() {
        return "selected tests";
    }
}
