package io.faultline.agent;

import java.io.File;

/** The folders in which JUnit's console launcher is told to look for tests, which are the output of tests. */
final class ScannedFolders {
    private static final String[] OPTIONS = {"--scan-class-path", "--scan-classpath"};

    private ScannedFolders() {}

    /**
     * Returns the absolute folders, percent-encoded, with {@code :} between; empty if none are named.
     *
     * @param command the value of {@code sun.java.command}
     * @param directory the working directory
     */
    static String of(String command, String directory) {
        StringBuilder folders = new StringBuilder();
        if (!isConsole(Program.of(command))) {
            return "";
        }
        String[] words = command.split(" ");
        for (int i = 1; i < words.length; i++) {
            for (String folder : named(words, i).split(File.pathSeparator)) {
                if (!folder.isEmpty()) {
                    File file = new File(folder);
                    String path = file.isAbsolute() ? folder : new File(directory, folder).getPath();
                    folders.append(folders.length() == 0 ? "" : ":").append(Options.encode(path));
                }
            }
        }
        return folders.toString();
    }

    private static String named(String[] words, int at) {
        for (String option : OPTIONS) {
            if (words[at].startsWith(option + "=")) {
                return words[at].substring(option.length() + 1);
            }
            if (words[at].equals(option) && at + 1 < words.length && !words[at + 1].startsWith("-")) {
                return words[at + 1];
            }
        }
        return "";
    }

    private static boolean isConsole(String program) {
        return program.contains("junit-platform-console") || program.startsWith("org.junit.platform.console.");
    }
}
