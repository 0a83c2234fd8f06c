package io.faultline.agent;

/**
 * Finds the commands in a command line for {@code cmd}, in the forms that build tools write: {@code "cd C:\x && "C:\jdk
 * 17\bin\java" -jar y.jar"}.
 *
 * <p>Understands quotes, escapes, separators, grouping and redirections. {@code cmd} removes the first and the last of
 * quotes around the whole line. A line with an unclosed quote stays unchanged.
 */
final class PromptLine implements JavaCall.Quotes {
    private final String text;
    private final int end;
    private final StringBuilder out;
    private final JavaCommands commands;
    private int at;
    private boolean commandExpected = true;
    private boolean skipWord;
    private JavaCall call;

    private PromptLine(String text, JavaCommands commands) {
        boolean wrapped = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        this.text = text;
        this.end = wrapped ? text.length() - 1 : text.length();
        this.out = new StringBuilder(text.length() + commands.argument.length());
        this.commands = commands;
        copyTo(wrapped ? 1 : 0);
    }

    /** Adds the agent, whose argument has no quotes, to every {@code java} in a line, as its first argument. */
    static String withAgent(String line, JavaCommands commands) {
        PromptLine walk = new PromptLine(line, commands);
        if (!walk.run()) {
            return line;
        }
        walk.endCall();
        return walk.out.append(line, walk.end, line.length()).toString();
    }

    private void endCall() {
        if (call != null) {
            call.complete(out, commands, this);
            call = null;
        }
    }

    @Override
    public String quoted(String argument) {
        for (int i = 0; i < argument.length(); i++) {
            if (" \t&|<>()^".indexOf(argument.charAt(i)) >= 0) {
                return '"' + argument + '"';
            }
        }
        return argument;
    }

    private boolean run() {
        while (at < end) {
            char c = text.charAt(at);
            if ("&|()".indexOf(c) >= 0) {
                endCall();
                commandExpected = true;
                skipWord = false;
                copyTo(at + 1);
            } else if (c == '<' || c == '>') {
                skipWord = true;
                copyTo(at + 1);
            } else if (c == ' ' || c == '\t' || c == '@' && commandExpected) {
                copyTo(at + 1);
            } else if (!word()) {
                return false;
            }
        }
        return true;
    }

    private boolean word() {
        StringBuilder value = new StringBuilder();
        boolean inQuotes = false;
        int i = at;
        for (; i < end && (inQuotes || " \t&|()<>".indexOf(text.charAt(i)) < 0); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                inQuotes = !inQuotes;
            } else if (c == '^' && !inQuotes && i + 1 < end) {
                i++;
                value.append(text.charAt(i));
            } else {
                value.append(c);
            }
        }
        int from = out.length();
        copyTo(i);
        if (skipWord) {
            skipWord = false;
        } else if (commandExpected) {
            commandExpected = false;
            if (JavaCommands.isJavaThatTakesAgents(value.toString(), null)) {
                call = new JavaCall(out.length());
            }
        } else if (call != null) {
            call.add(value.toString(), from, out.length());
        }
        return !inQuotes;
    }

    private void copyTo(int position) {
        out.append(text, at, position);
        at = position;
    }
}
