package io.faultline.agent;

/**
 * Finds the commands in a script for a POSIX shell, in the forms that build tools write: {@code cd '/x' &&
 * '/usr/lib/jvm/java/bin/java' '-jar' 'y.jar'}.
 *
 * <p>Understands quotes, escapes, assignments, redirections, separators, grouping, and reserved words before a command.
 * Scripts with here-documents or unclosed quotes stay unchanged.
 */
final class ShellScript implements JavaCall.Quotes {
    private static final String PATH = "PATH=";

    /** Reserved words that precede a command. */
    private static final String BEFORE_A_COMMAND = " exec command nohup time env if then else elif while until do ! { ";

    private final String text;
    private final StringBuilder out;
    private final JavaCommands commands;
    private int at;
    private boolean commandExpected = true;
    private boolean skipWord;
    private JavaCall call;

    /** What {@code PATH} is at this place of the script; null if unknown. */
    private String path;

    private ShellScript(String text, JavaCommands commands) {
        this.text = text;
        this.commands = commands;
        this.path = commands.path();
        this.out = new StringBuilder(text.length() + commands.argument.length());
    }

    /** Adds the agent to every {@code java} in a script, as its first argument. */
    static String withAgent(String script, JavaCommands commands) {
        ShellScript walk = new ShellScript(script, commands);
        if (!walk.run()) {
            return script;
        }
        walk.endCall();
        return walk.out.toString();
    }

    @Override
    public String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void endCall() {
        if (call != null) {
            call.complete(out, commands, this);
            call = null;
        }
    }

    private boolean run() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                copyTo(endOfLine());
            } else if (c == ' ' || c == '\t') {
                copyTo(at + 1);
            } else if (";&|()\n".indexOf(c) >= 0) {
                endCall();
                commandExpected = true;
                skipWord = false;
                copyTo(at + 1);
            } else if (c == '<' || c == '>') {
                if (!redirection()) {
                    return false;
                }
            } else if (!word()) {
                return false;
            }
        }
        return true;
    }

    private int endOfLine() {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    /** Skips a redirection operator; the next word is a file, not a command. */
    private boolean redirection() {
        int end = at + 1;
        while (end < text.length() && "<>&|".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        if (text.startsWith("<<", at)) {
            return false;
        }
        copyTo(end);
        skipWord = true;
        return true;
    }

    private boolean word() {
        StringBuilder value = new StringBuilder();
        int end = endOfWord(value);
        if (end < 0) {
            return false;
        }
        String raw = text.substring(at, end);
        int from = out.length();
        copyTo(end);
        if (isDescriptor(raw, end)) {
            return true;
        }
        if (raw.startsWith(PATH) && call == null) {
            path = assigned(value.substring(PATH.length()));
        }
        if (skipWord) {
            skipWord = false;
        } else if (commandExpected && !isAssignment(raw) && !BEFORE_A_COMMAND.contains(" " + raw + " ")) {
            commandExpected = false;
            if (JavaCommands.isJavaThatTakesAgents(value.toString(), path)) {
                call = new JavaCall(out.length());
            }
        } else if (call != null) {
            call.add(value.toString(), from, out.length());
        }
        return true;
    }

    /** Returns what is known of a value in which the former path may stand: all up to what only the shell knows. */
    private String assigned(String value) {
        String whole = path == null ? value : value.replace("${PATH}", path).replace("$PATH", path);
        StringBuilder known = new StringBuilder();
        for (String folder : whole.split(":")) {
            if (folder.indexOf('$') >= 0 || folder.indexOf('`') >= 0) {
                break;
            }
            known.append(folder).append(':');
        }
        return known.toString();
    }

    /** Whether a word is the number in {@code 2>file}. */
    private boolean isDescriptor(String raw, int end) {
        return end < text.length()
                && (text.charAt(end) == '>' || text.charAt(end) == '<')
                && raw.length() == 1
                && Character.isDigit(raw.charAt(0));
    }

    private static boolean isAssignment(String raw) {
        int equals = raw.indexOf('=');
        if (equals <= 0) {
            return false;
        }
        for (int i = 0; i < equals; i++) {
            char c = raw.charAt(i);
            if (c != '_' && !Character.isLetterOrDigit(c)) {
                return false;
            }
        }
        return !Character.isDigit(raw.charAt(0));
    }

    /**
     * Returns the end of the word at {@code at} and appends its unquoted characters to {@code value}; -1 if a quote is
     * unclosed.
     */
    private int endOfWord(StringBuilder value) {
        int i = at;
        while (i < text.length() && " \t\n;&|()<>".indexOf(text.charAt(i)) < 0) {
            char c = text.charAt(i);
            if (c == '\'' || c == '"') {
                i = quoted(i, c, value);
                if (i < 0) {
                    return -1;
                }
            } else if (c == '\\' && i + 1 < text.length()) {
                value.append(text.charAt(i + 1));
                i += 2;
            } else {
                value.append(c);
                i++;
            }
        }
        return i;
    }

    /** Returns the position after the closing quote of the text from {@code from}; -1 if there is none. */
    private int quoted(int from, char quote, StringBuilder value) {
        int i = from + 1;
        while (i < text.length() && text.charAt(i) != quote) {
            if (quote == '"' && text.charAt(i) == '\\' && i + 1 < text.length()) {
                i++;
            }
            value.append(text.charAt(i));
            i++;
        }
        return i < text.length() ? i + 1 : -1;
    }

    private void copyTo(int end) {
        out.append(text, at, end);
        at = end;
    }
}
