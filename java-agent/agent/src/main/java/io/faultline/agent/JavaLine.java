package io.faultline.agent;

import io.faultline.javaoptions.ArchiveOptions;
import io.faultline.javaoptions.OptionText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The arguments of a {@code java} that is about to start: which of its options no agent may stand beside, and where
 * options can be added so that they win over its own, which is before the main class or {@code -jar}.
 *
 * <p>Source: the launcher of JDK 8 to 25. Options come from {@code JAVA_TOOL_OPTIONS}, {@code JDK_JAVA_OPTIONS}, the
 * command and its argument files, and last from {@code _JAVA_OPTIONS}, over which nothing wins. {@code JDK_JAVA_OPTIONS}
 * may name argument files, too.
 */
final class JavaLine {
    /** Options whose value is the next word. */
    private static final Set<String> WITH_VALUE = new HashSet<>(Arrays.asList(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--enable-native-access",
            "--source",
            "-d",
            "--describe-module"));

    private static final String OPTIONS_FILE = "-XX:VMOptionsFile=";

    /** Names a file with flags, which the JVM reads before all other options. */
    private static final String FLAGS_FILE = "-XX:Flags=";

    /**
     * Names a class loader in place of the JVM's own. A JVM adds an agent to such a loader by a method that hardly one
     * has, and ends where it is missing.
     */
    private static final String LOADER = "-Djava.system.class.loader";

    private final List<String> arguments;
    private final Surroundings surroundings;
    private final List<String> options = new ArrayList<>();

    /** The words of the argument file with the main class, or null. */
    private List<String> mainFile;

    private int mainInFile;
    private boolean valueExpected;
    private boolean filesDisabled;

    /** What this JVM has and beside which no agent may stand, whatever is added, as words after "a java"; or null. */
    final String inTheWay;

    /** Whether the JVM runs no program. */
    final boolean runsNoProgram;

    /** Whether the JVM writes an archive of classes or a cache of code, which it does not beside an agent. */
    final boolean writesArchive;

    /** The main class, the module with it, or the jar; empty if there is none. */
    final String main;

    /** Index of the argument before which {@link #added} is put. */
    final int at;

    /** How many arguments {@link #added} replaces: an argument file is replaced by what it holds. */
    final int replaced;

    /** The arguments to put at {@link #at}; empty if nothing is to be changed. */
    final List<String> added;

    /** @param arguments the words after {@code java} */
    JavaLine(List<String> arguments, Surroundings surroundings) {
        this.arguments = arguments;
        this.surroundings = surroundings;
        for (String option : surroundings.variable("JAVA_TOOL_OPTIONS")) {
            expand(option);
        }
        for (String option : surroundings.variable("JDK_JAVA_OPTIONS")) {
            expandOfLauncher(option);
        }
        at = main(arguments);
        main = mainFile == null ? named(arguments, at) : named(mainFile, mainInFile);
        List<String> last = surroundings.variable("_JAVA_OPTIONS");
        ArchiveOptions own = new ArchiveOptions(options);
        List<String> remedies = own.remedies();
        List<String> all = new ArrayList<>(options);
        all.addAll(last);
        runsNoProgram = new ArchiveOptions(all).runNoProgram();
        writesArchive = new ArchiveOptions(all).write();
        all.clear();
        all.addAll(options);
        all.addAll(remedies);
        all.addAll(last);
        List<String> left = new ArchiveOptions(all).remedies();
        inTheWay = hasOwnLoader(all)
                ? "with a system class loader of its own (" + LOADER + ")"
                : left.isEmpty() ? null : "whose _JAVA_OPTIONS set " + ArchiveOptions.name(left.get(0));
        replaced = mainFile == null || remedies.isEmpty() ? 0 : 1;
        added = replaced == 0 ? remedies : withinFile(remedies);
    }

    private static boolean hasOwnLoader(List<String> options) {
        String named = "";
        for (String option : options) {
            named = option.startsWith(LOADER + "=") ? option.substring(LOADER.length() + 1) : named;
        }
        return !named.isEmpty();
    }

    /** The main class, or {@code -jar} or {@code -m} and what they name, and what follows, wherever they stand. */
    List<String> program() {
        List<String> words = new ArrayList<>();
        if (mainFile != null) {
            words.addAll(mainFile.subList(mainInFile, mainFile.size()));
        }
        words.addAll(arguments.subList(Math.min(arguments.size(), mainFile == null ? at : at + 1), arguments.size()));
        return words;
    }

    private List<String> withinFile(List<String> remedies) {
        List<String> words = new ArrayList<>(mainFile);
        words.addAll(mainInFile, remedies);
        return Collections.unmodifiableList(words);
    }

    /** Reads arguments up to the main class, and returns its index, or that of {@code -jar} before it. */
    private int main(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (isFile(word)) {
                List<String> words = OptionText.ofFile(surroundings.file(word.substring(1)));
                int inner = mainAmong(words);
                if (inner < words.size()) {
                    mainFile = words;
                    mainInFile = inner;
                    return i;
                }
            } else if (isMain(arguments, i)) {
                return i;
            }
        }
        return arguments.size();
    }

    private static String named(List<String> words, int at) {
        boolean next = at < words.size()
                && words.get(at).startsWith("-")
                && !words.get(at).contains("=");
        int named = next ? at + 1 : at;
        return named < words.size() ? words.get(named) : "";
    }

    private int mainAmong(List<String> words) {
        int at = 0;
        while (at < words.size() && !isMain(words, at)) {
            at++;
        }
        return at;
    }

    private boolean isFile(String word) {
        return !filesDisabled && !valueExpected && word.length() > 1 && word.charAt(0) == '@' && word.charAt(1) != '@';
    }

    /** Whether options end before a word; otherwise takes it as an option. */
    private boolean isMain(List<String> words, int at) {
        String word = words.get(at);
        if (valueExpected) {
            valueExpected = false;
            return false;
        }
        if (word.equals("-jar")) {
            // More options may follow, and then the file.
            return at + 1 >= words.size() || !words.get(at + 1).startsWith("-");
        }
        if (word.equals("-m") || word.equals("--module") || word.startsWith("--module=")) {
            return true;
        }
        // A variable of a shell may hold options.
        if (!word.startsWith("-") && !word.startsWith("$")) {
            return true;
        }
        expand(word);
        valueExpected = WITH_VALUE.contains(word);
        filesDisabled |= word.equals("--disable-@files");
        return false;
    }

    /** Takes an option that the launcher reads and not only the JVM: it may name an argument file. */
    private void expandOfLauncher(String option) {
        if (!isFile(option)) {
            expand(option);
            return;
        }
        for (String inside : OptionText.ofFile(surroundings.file(option.substring(1)))) {
            expand(inside);
        }
    }

    private void expand(String option) {
        if (option.startsWith(FLAGS_FILE)) {
            options.addAll(0, OptionText.ofFlags(surroundings.file(option.substring(FLAGS_FILE.length()))));
        } else if (option.startsWith(OPTIONS_FILE)) {
            options.addAll(OptionText.ofVariable(surroundings.file(option.substring(OPTIONS_FILE.length()))));
        } else {
            options.add(option);
        }
    }
}
