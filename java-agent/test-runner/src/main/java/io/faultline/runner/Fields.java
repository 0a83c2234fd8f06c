package io.faultline.runner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines of tables and requests: fields between tabs, in which {@code \t \n \r \\} stand for what would end a field or line. */
public final class Fields {
    private Fields() {}

    /** The fields of a line. Errors: {@link IllegalArgumentException} for another character behind a backslash. */
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

    /** The line of these fields, with its end. */
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

    /** The line of these fields, with its end. */
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
