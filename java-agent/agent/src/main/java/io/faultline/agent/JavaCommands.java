package io.faultline.agent;

import io.faultline.runtime.Slashes;
import java.util.function.UnaryOperator;

/**
 * Adds the agent to commands that start Java, directly or through {@code sh -c} or {@code cmd /c}. Other commands, and
 * those with the agent, stay unchanged.
 *
 * <p>Errors: in case of doubt the command is returned unchanged.
 */
final class JavaCommands implements UnaryOperator<String[]> {
    private final String jar;
    private final String argument;

    JavaCommands(String jar, String options) {
        this.jar = jar;
        this.argument = "-javaagent:" + jar + "=" + options;
    }

    @Override
    public String[] apply(String[] command) {
        try {
            return command == null || command.length == 0 ? command : withAgent(command);
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            return command;
        }
    }

    private String[] withAgent(String[] command) {
        for (String word : command) {
            if (word == null || word.contains("-javaagent:" + jar)) {
                return command;
            }
        }
        if (isJavaThatTakesAgents(command[0])) {
            String[] longer = new String[command.length + 1];
            longer[0] = command[0];
            longer[1] = argument;
            System.arraycopy(command, 1, longer, 2, command.length - 1);
            return longer;
        }
        int line = isPrompt(command[0]) ? line(command) : -1;
        if (line > 0) {
            String[] changed = command.clone();
            changed[line] = PromptLine.withArgument(command[line], argument);
            return changed;
        }
        int script = isShell(command[0]) ? script(command) : -1;
        if (script < 0) {
            return command;
        }
        String[] changed = command.clone();
        changed[script] = ShellScript.withArgument(command[script], argument);
        return changed;
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

    static boolean isJavaThatTakesAgents(String program) {
        return isJava(program) && Launcher.takesAgent(program);
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
