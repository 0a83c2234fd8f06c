package io.faultline.agent;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

/**
 * The processes above this one, nearest first.
 *
 * <p>Source: {@code /proc} of Linux; elsewhere none are known. Cost: two small files per process, once per JVM.
 */
final class Ancestors {
    /** Maximum number of processes looked at. */
    private static final int MOST = 64;

    private Ancestors() {}

    /** Returns the program of the nearest {@code java} that was started with our agent; null if there is none. */
    static String program(String jar) {
        try {
            String process = parent("self");
            for (int i = 0; i < MOST && process != null && !process.equals("0"); i++) {
                String program = programOf(words(process), jar);
                if (program != null) {
                    return program;
                }
                process = parent(process);
            }
        } catch (IOException | RuntimeException unknown) {
            return null;
        }
        return null;
    }

    /** Returns the program of a command if it is a {@code java} with our agent; otherwise null. */
    static String programOf(List<String> command, String jar) {
        if (command.isEmpty() || !JavaCommands.isJava(command.get(0))) {
            return null;
        }
        boolean ours = false;
        for (String word : command) {
            ours |= word.startsWith("-javaagent:" + jar + "=");
        }
        return ours ? new JavaLine(command.subList(1, command.size()), Surroundings.SAME).main : null;
    }

    private static List<String> words(String process) throws IOException {
        return Arrays.asList(read(process, "cmdline").split("\0"));
    }

    /** Returns the number of the process that started another; null if it is unknown. */
    private static String parent(String process) throws IOException {
        String state = read(process, "stat");
        // After the program's name, which may hold anything, in parentheses: the state, then the parent.
        String[] fields = state.substring(state.lastIndexOf(')') + 1).trim().split(" ");
        return fields.length > 1 ? fields[1] : null;
    }

    private static String read(String process, String file) throws IOException {
        return new String(Files.readAllBytes(new File("/proc/" + process, file).toPath()), Charset.defaultCharset());
    }
}
