package io.faultline.maven;

import io.faultline.javaoptions.ArchiveOptions;
import io.faultline.javaoptions.OptionText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Options about archives of classes in the JVMs of tests, which would not start with them beside the agent. They are
 * undone by options at the end of the property with the agent, where that stands behind them.
 */
final class Archives {
    /** Every JVM reads the first of these, and the launcher the second, both before the command. */
    private static final List<String> VARIABLES = Arrays.asList("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    private final List<String> environment = new ArrayList<>();

    /** @param variables the value of a variable of the environment, or null */
    Archives(UnaryOperator<String> variables) {
        for (String variable : VARIABLES) {
            String value = variables.apply(variable);
            environment.addAll(value == null ? Collections.<String>emptyList() : OptionText.ofVariable(value));
        }
    }

    /**
     * Appends what undoes the options of a property, and those that the pom's argument lines have before it.
     *
     * @param lines the values of {@code <argLine>} that read the property
     */
    String undone(String value, String property, List<String> lines) {
        List<String> options = new ArrayList<>(environment);
        for (String line : lines) {
            options.addAll(OptionText.ofVariable(line.substring(0, ArgLine.begin(line, property))));
        }
        options.addAll(OptionText.ofVariable(value));
        StringBuilder longer = new StringBuilder(value);
        for (String remedy : new ArchiveOptions(options).remedies()) {
            longer.append(' ').append(remedy);
        }
        return longer.toString();
    }

    /** Returns the name of an option that an argument line has behind the property and that nothing undoes; or null. */
    String left(String value, String property, String line) {
        int begin = ArgLine.begin(line, property);
        List<String> options = new ArrayList<>(environment);
        options.addAll(OptionText.ofVariable(line.substring(0, begin)));
        options.addAll(OptionText.ofVariable(value));
        options.addAll(OptionText.ofVariable(line.substring(begin)));
        List<String> remedies = new ArchiveOptions(options).remedies();
        return remedies.isEmpty() ? null : ArchiveOptions.name(remedies.get(0));
    }
}
