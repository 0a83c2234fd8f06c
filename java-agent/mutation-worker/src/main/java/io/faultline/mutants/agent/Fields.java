package io.faultline.mutants.agent;

import java.util.ArrayList;
import java.util.List;

/** Lines of fields between tabs, in which {@code \t \n \r \\} stand for what would end a field or line. */
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
