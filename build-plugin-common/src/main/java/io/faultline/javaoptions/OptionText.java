package io.faultline.javaoptions;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits the text of argument files and of variables such as {@code JAVA_TOOL_OPTIONS} into options.
 *
 * <p>Source: argument files of the launcher: blanks separate, quotes of both kinds group, in quotes a backslash escapes
 * ({@code \n} and the like, or the end of a line), {@code #} begins a comment. In variables and in files of the JVM
 * ({@code -XX:VMOptionsFile=}) a backslash and {@code #} are characters like others.
 */
public final class OptionText {
    private final String text;
    private final boolean file;
    private final List<String> words = new ArrayList<>();
    private int at;

    private OptionText(String text, boolean file) {
        this.text = text;
        this.file = file;
    }

    /** Returns the words of an argument file. */
    public static List<String> ofFile(String text) {
        return new OptionText(text, true).read();
    }

    /** Returns the words of a variable's value. */
    public static List<String> ofVariable(String text) {
        return new OptionText(text, false).read();
    }

    /**
     * Returns the options that a file of flags ({@code -XX:Flags=}) stands for: {@code +Name}, {@code -Name} or {@code
     * Name=value} each, as in an argument file.
     */
    public static List<String> ofFlags(String text) {
        List<String> options = new ArrayList<>();
        for (String flag : ofFile(text)) {
            options.add("-XX:" + flag);
        }
        return options;
    }

    private List<String> read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (isBlank(c)) {
                at++;
            } else if (file && c == '#') {
                skipLine();
            } else {
                words.add(word());
            }
        }
        return words;
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        char quote = 0;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quote == 0 && isBlank(c)) {
                break;
            }
            if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            } else if (file && c == '\\' && quote != 0 && at + 1 < text.length()) {
                at++;
                escaped(word);
            } else {
                word.append(c);
            }
        }
        return word.toString();
    }

    /** Appends what the character after a backslash stands for; a line that goes on loses its indentation. */
    private void escaped(StringBuilder word) {
        char c = text.charAt(at);
        if (c == '\n' || c == '\r') {
            while (at + 1 < text.length() && isBlank(text.charAt(at + 1))) {
                at++;
            }
            return;
        }
        int known = "ntrf".indexOf(c);
        word.append(known < 0 ? c : "\n\t\r\f".charAt(known));
    }

    private void skipLine() {
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
    }
}
