package io.faultline.agent;

import java.util.Locale;

/**
 * Makes foreign text (paths, exception messages) safe for one line of a build log: terminal controls and invisible
 * characters become visible escapes, and commands of build servers are defused.
 *
 * <p>The program's rule, {@code native/core/escape/src/terminal.rs}, additionally allows joiners where scripts and
 * emoji need them.
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

    /**
     * Whether a build-server command begins: {@code ##[} (GitHub), {@code ##vso[} (Azure) or {@code ##teamcity[}, at
     * any position.
     */
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
