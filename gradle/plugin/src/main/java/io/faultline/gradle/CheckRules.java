package io.faultline.gradle;

import java.util.ArrayList;
import java.util.List;
import javax.inject.Inject;
import org.gradle.api.Action;
import org.gradle.api.model.ObjectFactory;

/** {@code rules { ... }}: bounds that measures of the suite must keep. */
public abstract class CheckRules {
    private final List<CheckRule> all = new ArrayList<>();
    private final ObjectFactory objects;

    /** Made by Gradle. */
    @Inject
    public CheckRules(ObjectFactory objects) {
        this.objects = objects;
    }

    /** The measure must be at least this. */
    public void minimum(String measure, double bound) {
        minimum(measure, bound, rule -> {});
    }

    /** The measure must be at least this, where the action says. */
    public void minimum(String measure, double bound, Action<? super CheckRule> action) {
        CheckRule rule = add(measure);
        rule.getMinimum().set(bound);
        action.execute(rule);
    }

    /** The measure must be at most this. */
    public void maximum(String measure, double bound) {
        maximum(measure, bound, rule -> {});
    }

    /** The measure must be at most this, where the action says. */
    public void maximum(String measure, double bound, Action<? super CheckRule> action) {
        CheckRule rule = add(measure);
        rule.getMaximum().set(bound);
        action.execute(rule);
    }

    /** All rules, in the order of the build script. */
    public List<CheckRule> getAll() {
        return all;
    }

    private CheckRule add(String measure) {
        CheckRule rule = objects.newInstance(CheckRule.class);
        rule.getMeasure().set(measure);
        rule.getScope().convention("suite");
        all.add(rule);
        return rule;
    }
}
