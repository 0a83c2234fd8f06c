package io.faultline.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.provider.Provider;
import org.gradle.api.provider.ProviderFactory;

/** The properties of a build ({@code -Pfaultline.affected}) that set the same properties of the extension. */
final class GradleProperties {
    private final ProviderFactory providers;

    GradleProperties(ProviderFactory providers) {
        this.providers = providers;
    }

    /** Whether a property is set, and not to {@code false}. */
    Provider<Boolean> flag(String name) {
        return text(name).map(value -> !value.equals("false")).orElse(false);
    }

    /** A positive number; absent if the property is not set. */
    Provider<Integer> number(String name) {
        return text(name).map(value -> {
            if (!value.matches("[1-9][0-9]{0,8}")) {
                throw new GradleException("faultline: -Pfaultline." + name + "=" + value + " is not a positive number");
            }
            return Integer.valueOf(value);
        });
    }

    /** A text; absent if the property is not set. */
    Provider<String> text(String name) {
        return providers.gradleProperty("faultline." + name);
    }
}
