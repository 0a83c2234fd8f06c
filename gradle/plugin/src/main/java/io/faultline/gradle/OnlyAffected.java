package io.faultline.gradle;

import org.gradle.api.Task;
import org.gradle.api.provider.Provider;
import org.gradle.api.specs.Spec;

/** Whether a {@code Test} task runs only affected tests. Which these are depends on the baseline, which is no input. */
final class OnlyAffected implements Spec<Task> {
    private final Provider<Boolean> affected;

    OnlyAffected(Provider<Boolean> affected) {
        this.affected = affected;
    }

    @Override
    public boolean isSatisfiedBy(Task task) {
        return affected.get();
    }
}
