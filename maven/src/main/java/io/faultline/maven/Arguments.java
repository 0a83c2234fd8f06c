package io.faultline.maven;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Arguments of the command line, put together from the parameters of a goal; what is not set is left out. */
final class Arguments {
    private final List<String> arguments = new ArrayList<>();

    Arguments(String... first) {
        arguments.addAll(Arrays.asList(first));
    }

    /** An option with its value, unless that is null or blank. */
    Arguments option(String name, Object value) {
        if (value != null && !value.toString().trim().isEmpty()) {
            arguments.add(name + "=" + value.toString().trim());
        }
        return this;
    }

    /** An option that is repeated for each value. */
    Arguments options(String name, Collection<?> values) {
        if (values != null) {
            values.forEach(value -> option(name, value));
        }
        return this;
    }

    /** An option without a value, when it is wanted. */
    Arguments flag(String name, boolean wanted) {
        if (wanted) {
            arguments.add(name);
        }
        return this;
    }

    /** Arguments that stand for themselves. */
    Arguments plain(Collection<?> values) {
        values.forEach(value -> arguments.add(value.toString()));
        return this;
    }

    List<String> list() {
        return new ArrayList<>(arguments);
    }

    /** The values of a list parameter, each of which may hold several, separated by commas; blank ones left out. */
    static List<String> parts(Collection<String> values) {
        List<String> parts = new ArrayList<>();
        if (values != null) {
            for (String value : values) {
                for (String part : value == null ? new String[0] : value.split(",")) {
                    if (!part.trim().isEmpty()) {
                        parts.add(part.trim());
                    }
                }
            }
        }
        return parts;
    }
}
