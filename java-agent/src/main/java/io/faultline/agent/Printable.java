package io.faultline.agent;

import java.util.Locale;

/**
 * Text of others (paths, messages of exceptions) on one line of a build's log: what steers a terminal, or is invisible, becomes a
 * visible escape, and commands of build servers lose their mark.
 *
 * <p>The program's own rule, {@code native/core/escape/src/terminal.rs}, also lets joiners be where scripts and emoji need them.
 */
final class Printable {
    private Printable() {}

    static String line(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int c = text.codePointAt(at);
            if (isHidden(c) || beginsCommand(text, at)) {
                out.append(String.format(Locale.ROOT, "\\u{%x}", c));
            } else {
                out.appendCodePoint(c);
            }
        }
        return out.toString();
    }

    private static boolean isHidden(int c) {
        switch (Character.getType(c)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
            case Character.SURROGATE:
            case Character.UNASSIGNED:
                return true;
            default:
                return false;
        }
    }

    /** {@code ##[} (GitHub), {@code ##vso[} (Azure) and {@code ##teamcity[} are commands wherever they stand. */
    private static boolean beginsCommand(String text, int from) {
        if (!text.startsWith("##", from)) {
            return false;
        }
        int at = from + 2;
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        return text.startsWith("[", at);
    }
}
