package io.faultline.plugins;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Builder of command-line arguments from the parameters of a goal or task; unset values are omitted. */
public final class Arguments {
    private final List<String> arguments = new ArrayList<>();

    public Arguments(String... first) {
        arguments.addAll(Arrays.asList(first));
    }

    /** Adds an option with its value, unless the value is null or blank. */
    public Arguments option(String name, Object value) {
        if (value != null && !value.toString().trim().isEmpty()) {
            arguments.add(name + "=" + value.toString().trim());
        }
        return this;
    }

    /** Adds an option once for each value. */
    public Arguments options(String name, Collection<?> values) {
        if (values != null) {
            values.forEach(value -> option(name, value));
        }
        return this;
    }

    /** Adds an option without a value, if wanted. */
    public Arguments flag(String name, boolean wanted) {
        if (wanted) {
            arguments.add(name);
        }
        return this;
    }

    /** Adds positional arguments. */
    public Arguments plain(Collection<?> values) {
        values.forEach(value -> arguments.add(value.toString()));
        return this;
    }

    /** The first argument, which is the command. */
    public String command() {
        return arguments.get(0);
    }

    /** The value of an option; null if it has none. */
    public String value(String name) {
        String start = name + "=";
        return arguments.stream()
                .filter(argument -> argument.startsWith(start))
                .map(argument -> argument.substring(start.length()))
                .findFirst()
                .orElse(null);
    }

    public List<String> list() {
        return new ArrayList<>(arguments);
    }

    /** All arguments on one line, for a log. */
    @Override
    public String toString() {
        return "faultline " + String.join(" ", arguments);
    }

    /**
     * The values of a list parameter, each of which may contain several, separated by commas; blank ones are omitted.
     */
    public static List<String> parts(Collection<String> values) {
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
