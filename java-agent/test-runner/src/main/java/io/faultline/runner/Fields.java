package io.faultline.runner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Encodes and decodes lines of tables and requests: tab-separated fields with the escapes {@code \t \n \r \\}. */
public final class Fields {
    private Fields() {}

    /** Splits a line into its fields. Errors: {@link IllegalArgumentException} for an unknown escape. */
    public static List<String> split(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char next = line.charAt(i);
            if (next == '\t') {
                fields.add(field.toString());
                field.setLength(0);
            } else if (next == '\\') {
                i++;
                field.append(unescaped(i < line.length() ? line.charAt(i) : ' '));
            } else {
                field.append(next);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    /** Joins fields into a line, including the line terminator. */
    public static String line(List<String> fields) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) {
                line.append('\t');
            }
            escape(fields.get(i), line);
        }
        return line.append('\n').toString();
    }

    /** Joins fields into a line, including the line terminator. */
    public static String line(String... fields) {
        return line(Arrays.asList(fields));
    }

    private static void escape(String field, StringBuilder line) {
        for (int i = 0; i < field.length(); i++) {
            char next = field.charAt(i);
            switch (next) {
                case '\t':
                    line.append("\\t");
                    break;
                case '\n':
                    line.append("\\n");
                    break;
                case '\r':
                    line.append("\\r");
                    break;
                case '\\':
                    line.append("\\\\");
                    break;
                default:
                    line.append(next);
            }
        }
    }

    private static char unescaped(char letter) {
        switch (letter) {
            case 't':
                return '\t';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case '\\':
                return '\\';
            default:
                throw new IllegalArgumentException("a field has `\\" + letter + "`, which stands for nothing");
        }
    }
}
