package io.faultline.agent;

import io.faultline.javaoptions.ArchiveOptions;
import io.faultline.runtime.Slashes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Adds the agent to commands that start Java, directly or through {@code sh -c} or {@code cmd /c}, and options without
 * which such a JVM does not start beside an agent ({@link ArchiveOptions}). Other commands, and those with the agent,
 * stay unchanged.
 *
 * <p>Errors: in case of doubt the command is returned unchanged.
 */
final class JavaCommands implements Function<Object[], String[]> {
    private static final String BELOW = ",below=";

    private final String jar;

    /** The argument that adds the agent. */
    final String argument;

    private final Surroundings surroundings;

    /** What the JVMs are to be told about who starts them; null for nothing. */
    private final Supplier<String> below;

    /** What the JVM of this command is told about that; null for nothing. */
    private final String told;

    /** @param below the value of the agent's option {@code below} at the moment; null for none */
    JavaCommands(String jar, String options, Supplier<String> below) {
        this(jar, "-javaagent:" + jar + "=" + options, Surroundings.SAME, below, null);
    }

    private JavaCommands(String jar, String argument, Surroundings surroundings, Supplier<String> below, String told) {
        this.jar = jar;
        this.argument = argument;
        this.surroundings = surroundings;
        this.below = below;
        this.told = told;
    }

    /** @param start the command, the environment of the process or null, and its working directory or null */
    @Override
    public String[] apply(Object[] start) {
        String[] command = (String[]) start[0];
        try {
            if (command == null || command.length == 0) {
                return command;
            }
            Surroundings ofProcess = new Surroundings((Map<?, ?>) start[1], (String) start[2]);
            String now = below == null ? null : below.get();
            String full = now == null ? argument : argument + BELOW + now;
            return new JavaCommands(jar, full, ofProcess, null, now).withAgent(command, now);
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            return command;
        }
    }

    private String[] withAgent(String[] command, String below) {
        for (int i = 0; i < command.length; i++) {
            if (command[i] == null) {
                return command;
            }
            if (command[i].contains("-javaagent:" + jar)) {
                return Below.saysTest(below) ? belowTest(command, i, below) : command;
            }
        }
        // This JVM looks for the program in its own path, a shell in that of the new process.
        if (isJavaThatTakesAgents(command[0], Surroundings.SAME.value("PATH"))) {
            return java(command);
        }
        int line = isPrompt(command[0]) ? line(command) : -1;
        if (line > 0) {
            String[] changed = command.clone();
            changed[line] = PromptLine.withAgent(command[line], this);
            return changed;
        }
        int script = isShell(command[0]) ? script(command) : -1;
        if (script < 0) {
            return command;
        }
        String[] changed = command.clone();
        changed[script] = ShellScript.withAgent(command[script], this);
        return changed;
    }

    /** Tells a JVM that a test starts with the agent of its own JVM what it is. */
    private String[] belowTest(String[] command, int at, String below) {
        if (!command[at].startsWith("-javaagent:" + jar + "=")) {
            return command;
        }
        String[] changed = command.clone();
        changed[at] += BELOW + below;
        return changed;
    }

    private String[] java(String[] command) {
        List<String> words = Arrays.asList(command).subList(1, command.length);
        JavaLine line = line(words);
        if (line == null || Program.isCompiler(line.main)) {
            return command;
        }
        List<String> longer = new ArrayList<>(command.length + 4);
        longer.add(command[0]);
        longer.add(argument);
        longer.addAll(words.subList(0, line.at));
        longer.addAll(line.added);
        longer.addAll(words.subList(line.at + line.replaced, words.size()));
        return longer.toArray(new String[0]);
    }

    /**
     * Reads the arguments of a {@code java}; null if it is started without the agent, about which one line is printed
     * if it runs a program.
     */
    JavaLine line(List<String> words) {
        JavaLine line = new JavaLine(words, surroundings);
        if (line.runsNoProgram) {
            return null;
        }
        if (line.writesArchive && told != null && !Below.isMadeForTests(told, line.program())) {
            // What started it may need the file.
            Launcher.tell("a java that writes an archive of classes or an AOT cache does not do so beside an agent");
            return null;
        }
        if (line.inTheWay != null) {
            Launcher.tell("a java " + line.inTheWay + " does not start with an agent");
            return null;
        }
        return line;
    }

    /** Whether a program is {@code java}, under any path. */
    static boolean isJava(String program) {
        String name = name(program);
        return name.equals("java") || name.equals("java.exe");
    }

    private static String name(String program) {
        String path = Slashes.of(program);
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** @param path the folders in which a shell looks for a bare name, as in {@code PATH}; null if unknown */
    static boolean isJavaThatTakesAgents(String program, String path) {
        return isJava(program) && Launcher.takesAgent(Launcher.found(program, path));
    }

    /** Returns the {@code PATH} of the process that is about to start; null if it has none. */
    String path() {
        return surroundings.value("PATH");
    }

    private static boolean isShell(String program) {
        String name = name(program);
        return name.equals("sh")
                || name.equals("bash")
                || name.equals("dash")
                || name.equals("ash")
                || name.equals("ksh")
                || name.equals("zsh");
    }

    private static boolean isPrompt(String program) {
        String name = name(program);
        return name.equalsIgnoreCase("cmd") || name.equalsIgnoreCase("cmd.exe");
    }

    /** Returns the index of the line after {@code /c} if it is one word; otherwise -1. */
    private static int line(String[] command) {
        int last = command.length - 1;
        return last > 1 && command[last - 1].equalsIgnoreCase("/c") ? last : -1;
    }

    /** Returns the index of the script after {@code -c} (or {@code -lc}, {@code -ec}); -1 if there is none. */
    private static int script(String[] command) {
        for (int i = 1; i + 1 < command.length; i++) {
            String word = command[i];
            if (word.length() < 2 || word.charAt(0) != '-') {
                return -1;
            }
            if (word.charAt(1) != '-' && word.endsWith("c")) {
                return i + 1;
            }
        }
        return -1;
    }
}
