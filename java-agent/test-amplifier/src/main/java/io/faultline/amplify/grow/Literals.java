package io.faultline.amplify.grow;

/** Formats values as Java source. */
final class Literals {
    private static final int SHOWN = 40;

    private Literals() {}

    static String string(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            quoted.append(escaped(value.charAt(i), '"'));
        }
        return quoted.append('"').toString();
    }

    static String character(char value) {
        return "'" + escaped(value, '\'') + "'";
    }

    private static String escaped(char value, char quote) {
        switch (value) {
            case '\n':
                return "\\n";
            case '\r':
                return "\\r";
            case '\t':
                return "\\t";
            case '\\':
                return "\\\\";
            default:
                if (value == quote) {
                    return "\\" + quote;
                }
                return value < ' ' || value > '~' ? String.format("\\u%04x", (int) value) : Character.toString(value);
        }
    }

    /** Shortens source for display: one line of limited length. */
    static String shown(String source) {
        String line = source.replaceAll("\\s+", " ").trim();
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN - 3) + "...";
    }

    /** Formats code within a sentence. */
    static String code(String source) {
        return "`" + shown(source) + "`";
    }
}
