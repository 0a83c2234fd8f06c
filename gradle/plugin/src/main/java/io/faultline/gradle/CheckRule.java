package io.faultline.gradle;

import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Optional;

/** A bound that a measure must keep. */
public abstract class CheckRule {
    /** A column of {@code faultline suite --csv}: {@code ddu}, {@code uniqueness}, {@code entbug}, ... */
    @Input
    public abstract Property<String> getMeasure();

    /** The least allowed value. */
    @Input
    @Optional
    public abstract Property<Double> getMinimum();

    /** The largest allowed value. */
    @Input
    @Optional
    public abstract Property<Double> getMaximum();

    /** Of what: {@code suite}, each {@code package} or each {@code class}. */
    @Input
    public abstract Property<String> getScope();

    /** Patterns of the packages or classes that it is for, {@code *} is any characters; all when empty. */
    @Input
    public abstract ListProperty<String> getIncludes();
}
