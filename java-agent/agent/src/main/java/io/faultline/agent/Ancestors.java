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
    /** The property in which Maven's script tells the folder of the project, also of one that {@code -f} names. */
    static final String MAVENS_FOLDER = "maven.multiModuleProjectDirectory";

    /** Maximum number of processes looked at. */
    private static final int MOST = 64;

    private Ancestors() {}

    /** A {@code java} above this one. */
    static final class Ancestor {
        /** Its main class or jar. */
        final String program;

        /** The folder of its project if it is Maven, otherwise its working directory; null if unknown. */
        final String folder;

        Ancestor(String program, String folder) {
            this.program = program;
            this.folder = folder;
        }
    }

    /** Returns the nearest {@code java} that was started with our agent; null if there is none. */
    static Ancestor nearest(String jar) {
        try {
            String process = parent("self");
            for (int i = 0; i < MOST && process != null && !process.equals("0"); i++) {
                List<String> command = words(process);
                String program = programOf(command, jar);
                if (program != null) {
                    return new Ancestor(program, folder(command, process));
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

    private static String folder(List<String> command, String process) {
        String named = "-D" + MAVENS_FOLDER + "=";
        for (String word : command) {
            if (word.startsWith(named)) {
                return word.substring(named.length());
            }
        }
        try {
            return Files.readSymbolicLink(new File("/proc/" + process, "cwd").toPath())
                    .toString();
        } catch (IOException | RuntimeException unknown) {
            return null;
        }
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
