package io.faultline.maven;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A reader of JSON (RFC 8259): objects are {@link Map}, arrays {@link List}, numbers {@link Double}, and strings,
 * booleans and null are themselves.
 *
 * <p>Errors: {@link IllegalArgumentException} with the place, for anything that is not JSON.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        if (json.next() != 0) {
            throw json.unexpected();
        }
        return value;
    }

    private Object value() {
        switch (next()) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        if (next() == '}') {
            at++;
            return members;
        }
        do {
            if (next() != '"') {
                throw unexpected();
            }
            String name = string();
            expect(':');
            members.put(name, value());
        } while (goesOn('}'));
        return members;
    }

    private List<Object> array() {
        List<Object> values = new ArrayList<>();
        at++;
        if (next() == ']') {
            at++;
            return values;
        }
        do {
            values.add(value());
        } while (goesOn(']'));
        return values;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        for (at++; ; at++) {
            char c = at < text.length() ? text.charAt(at) : 0;
            if (c < ' ') {
                throw unexpected();
            } else if (c == '"') {
                at++;
                return out.toString();
            } else if (c == '\\') {
                at++;
                out.append(escaped());
            } else {
                out.append(c);
            }
        }
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at) : 0;
        int simple = "\"\\/bfnrt".indexOf(c);
        if (c != 0 && simple >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(simple);
        }
        if (c != 'u' || at + 4 >= text.length()) {
            throw unexpected();
        }
        try {
            char coded = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
            at += 4;
            return coded;
        } catch (NumberFormatException e) {
            throw unexpected();
        }
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Double.valueOf(text.substring(start, at));
        } catch (NumberFormatException e) {
            at = start;
            throw unexpected();
        }
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return meaning;
    }

    /** After a member: is there another one, or the end? */
    private boolean goesOn(char end) {
        char c = next();
        if (c != ',' && c != end) {
            throw unexpected();
        }
        at++;
        return c == ',';
    }

    private void expect(char c) {
        if (next() != c) {
            throw unexpected();
        }
        at++;
    }

    /** The next character that is no blank; 0 at the end. */
    private char next() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private IllegalArgumentException unexpected() {
        String what = at < text.length() ? "\"" + text.charAt(at) + "\"" : "the end";
        return new IllegalArgumentException("not JSON: " + what + " at character " + (at + 1));
    }
}
