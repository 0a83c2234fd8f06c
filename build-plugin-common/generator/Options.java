import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Generates the goal or task classes whose parameters are options of the command line: {@code java Options.java
 * maven|gradle PROGRAM TABLE FOLDER}.
 *
 * <p>The table names the options. Their descriptions and values come from the program's zsh completions: whether an
 * option may be repeated, and whether its value is a file, a number, or one of several words.
 */
final class Options {
    private Options() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Tool tool = arguments[0].equals("maven") ? new Maven() : new Gradle();
        String completions = completions(arguments[1]);
        String table = Files.readString(Path.of(arguments[2]))
                .replaceAll("(?m)^#.*\n", "")
                .replaceAll("\n +", " ");
        Path folder = Files.createDirectories(Path.of(arguments[3]));
        for (String row : table.split("\n")) {
            Goal goal = Goal.read(row, completions);
            Files.writeString(folder.resolve(goal.name + ".java"), goal.source(tool));
        }
    }

    private static String completions(String program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(program, "completions", "zsh")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String completions = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        check(process.waitFor() == 0, program + " completions zsh failed");
        return completions;
    }

    /** A row of a table: a class, its superclass, the command, and its options. */
    record Goal(String name, String base, String command, List<Method> methods) {
        static Goal read(String row, String completions) {
            String[] words = row.split(" ");
            String command = words[2];
            Matcher completed =
                    Pattern.compile("(?ms)^\\(" + command + "\\)$(.*?)^;;").matcher(completions);
            check(completed.find(), "there is no command " + command);
            List<Method> methods = new ArrayList<>();
            methods.add(new Method(
                    "@Override\n    Arguments arguments()", "new Arguments(\"" + command + "\")", new ArrayList<>()));
            for (String word : Arrays.asList(words).subList(3, words.length)) {
                if (word.startsWith("+")) {
                    methods.add(new Method(
                            "Arguments " + word.substring(1) + "(Arguments more)", "more", new ArrayList<>()));
                } else {
                    methods.get(methods.size() - 1).options.add(Option.read(word, command, completed.group(1)));
                }
            }
            return new Goal(words[0], words[1], command, methods);
        }

        String source(Tool tool) {
            List<Option> parameters = methods.stream()
                    .flatMap(method -> method.options.stream())
                    .filter(Option::isParameter)
                    .toList();
            return tool.head() + "/** Options of {@code faultline " + command + "}. */\n" + tool.modifiers() + " class "
                    + name + " extends "
                    + base + " {\n"
                    + parameters.stream()
                            .map(option -> tool.parameter(option, parameters))
                            .collect(joining())
                    + methods.stream().map(method -> method.source(tool)).collect(joining("\n")) + "}\n";
        }
    }

    /**
     * A method that adds options to arguments: those of the command, or, after {@code +name} in a table, a further
     * group that only some commands use.
     */
    record Method(String head, String first, List<Option> options) {
        String source(Tool tool) {
            return "    " + head + " {\n        return " + first
                    + options.stream().map(option -> option.given(tool)).collect(joining()) + ";\n    }\n";
        }
    }

    /** An option, with its parameter or else the expression for its value. */
    record Option(
            String option, String name, String type, String property, String standard, String expression, String help) {
        /**
         * In a table: {@code option/parameter:Type@property(default)}, where most parts are derived from the option, or
         * {@code option=expression}.
         */
        private static final Pattern ENTRY =
                Pattern.compile("([a-z-]+)(?:/(\\w+))?(?::(\\w+))?(?:@([\\w.]+))?(?:\\((.+)\\))?(?:=(.+))?");
        /**
         * In completions: {@code '(conflicts)*--option=[help]:VALUE:values' \}; the last two only if there is a value.
         */
        private static final Pattern COMPLETED = Pattern.compile(
                "^'(?:\\([^)]*\\))?(\\*?)--([a-z-]+)=?\\[(.*?[^\\\\])\\](?::([^:]*):(.*?))?' \\\\$",
                Pattern.MULTILINE | Pattern.DOTALL);

        static Option read(String word, String command, String completions) {
            Matcher entry = ENTRY.matcher(word);
            check(entry.matches(), "no option of a table: " + word);
            String option = entry.group(1);
            Matcher completed = COMPLETED.matcher(completions);
            boolean found;
            do {
                found = completed.find();
            } while (found && !completed.group(2).equals(option));
            check(found, "faultline " + command + " has no option --" + option);
            String name =
                    or(entry.group(2), Pattern.compile("-(.)").matcher(option).replaceAll(next -> next.group(1)
                            .toUpperCase()));
            String type = or(entry.group(3), type(completed.group(1), completed.group(4), completed.group(5)));
            String help =
                    completed.group(3).replace("'\\''", "'").replaceAll("\\\\(.)", "$1") + words(completed.group(5));
            boolean hides = type.equals("List<String>") && !help.contains("ay be repeated");
            return new Option(
                    option,
                    name,
                    type,
                    or(entry.group(4), name),
                    or(entry.group(5), type.equals("boolean") ? "false" : null),
                    entry.group(6),
                    hides ? help + "; may be repeated" : help);
        }

        private static String type(String repeated, String value, String values) {
            if (value == null) {
                return "boolean";
            }
            if (repeated.equals("*")) {
                return "List<String>";
            }
            return values.startsWith("_files")
                    ? "File"
                    : value.equals("N") || value.equals("MIB") ? "Integer" : "String";
        }

        /** The values of {@code (one two)}, or of {@code ((one\:"what it means"} and so on, one per line. */
        private static String words(String values) {
            if (values == null || !values.startsWith("(")) {
                return "";
            }
            String words =
                    values.replaceAll("(?m)^\\(*(\\S+?)\\\\:\".*\"\\)*$", "$1").replaceAll("[()]", "");
            return "; one of `" + words.replaceAll("\\s", "`, `") + "`";
        }

        boolean isParameter() {
            return expression == null;
        }

        /** The call that adds the option to arguments. */
        String given(Tool tool) {
            String method = type.equals("boolean") ? "flag" : type.equals("List<String>") ? "options" : "option";
            return "\n                ." + method + "(\"--" + option + "\", " + or(expression, tool.value(this)) + ")";
        }

        /** The description, in which other options are replaced by the names of their parameters. */
        String help(List<Option> parameters) {
            String text = help;
            for (Option other : parameters) {
                text = text.replaceAll("--" + other.option + "(?![\\w-])", "`" + other.name + "`");
            }
            return text;
        }
    }

    /** The syntax of parameters in a build tool. */
    interface Tool {
        String head();

        String modifiers();

        String parameter(Option option, List<Option> all);

        String value(Option option);
    }

    /** Maven: goals have fields. */
    static final class Maven implements Tool {
        @Override
        public String head() {
            return """
                    package io.faultline.maven;

                    import io.faultline.plugins.Arguments;
                    import java.io.File;
                    import java.util.List;
                    import org.apache.maven.plugins.annotations.Parameter;

                    """;
        }

        @Override
        public String modifiers() {
            return "abstract";
        }

        @Override
        public String parameter(Option option, List<Option> all) {
            String help =
                    option.help(all).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
            return """
                        /** %s. */
                        @Parameter(property = "faultline.%s"%s)
                        %s %s;

                    """
                    .formatted(
                            help.replaceAll("`([^`]*)`", "<code>$1</code>"),
                            option.property,
                            option.standard == null ? "" : ", defaultValue = \"" + option.standard + "\"",
                            option.type,
                            option.name);
        }

        @Override
        public String value(Option option) {
            return option.name;
        }
    }

    /** Gradle: tasks have properties, which are also options of Gradle's command line if the value is a text. */
    static final class Gradle implements Tool {
        @Override
        public String head() {
            return """
                    package io.faultline.gradle;

                    import io.faultline.plugins.Arguments;
                    import org.gradle.api.provider.ListProperty;
                    import org.gradle.api.provider.Property;
                    import org.gradle.api.tasks.Internal;
                    import org.gradle.api.tasks.options.Option;

                    """;
        }

        @Override
        public String modifiers() {
            return "public abstract";
        }

        @Override
        public String parameter(Option option, List<Option> all) {
            String help = option.help.replace("`", "").replace("\\", "\\\\").replace("\"", "\\\"");
            String type = option.type.equals("boolean") ? "Property<Boolean>" : "Property<String>";
            return """
                        /** The option {@code --%s}. */
                        @Internal
                        @Option(option = "%s", description = "%s")
                        public abstract %s %s();

                    """
                    .formatted(
                            option.option,
                            option.option,
                            help,
                            option.type.equals("List<String>") ? "List" + type : type,
                            getter(option));
        }

        @Override
        public String value(Option option) {
            return getter(option) + (option.type.equals("boolean") ? "().getOrElse(false)" : "().getOrNull()");
        }

        private static String getter(Option option) {
            return "get" + option.name.substring(0, 1).toUpperCase() + option.name.substring(1);
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private static String or(String said, String otherwise) {
        return said == null ? otherwise : said;
    }
}
