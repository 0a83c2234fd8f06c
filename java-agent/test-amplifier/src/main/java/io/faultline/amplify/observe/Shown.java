package io.faultline.amplify.observe;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TimeZone;
import java.util.regex.Pattern;

/**
 * Formats a value as text that is the same in every JVM: {@code null}, {@code true}, {@code 7}, {@code 7L},
 * {@code D:0.5}, {@code 'c'}, {@code "text"}, {@code Color.RED}, {@code [1, 2]}, otherwise its class and
 * {@code toString}.
 */
public final class Shown {
    private static final int LONGEST = 2000;
    private static final int ELEMENTS = 200;
    private static final int DEEPEST = 4;

    /** Identity hashes in {@code Object.toString}, which differ in every run. */
    private static final Pattern HASH = Pattern.compile("@[0-9a-f]{1,8}\\b");

    private Shown() {}

    static String of(Object value) {
        String text;
        try {
            text = of(value, 0);
        } catch (VirtualMachineError | ThreadDeath end) {
            throw end;
        } catch (Throwable thrown) {
            text = value.getClass().getName() + " throws " + thrown.getClass().getName();
        }
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "#" + text.hashCode() : text;
    }

    private static String of(Object value, int depth) throws Exception {
        if (value == null) {
            return "null";
        }
        if (value instanceof Double || value instanceof Float) {
            return "D:" + value;
        }
        if (value instanceof Long) {
            return value + "L";
        }
        if (value instanceof Boolean || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return value.toString();
        }
        if (value instanceof Character) {
            return "'" + value + "'";
        }
        if (value instanceof CharSequence) {
            String text = HASH.matcher(value.toString()).replaceAll("@");
            return value instanceof String
                    ? "\"" + text + "\""
                    : value.getClass().getSimpleName() + ":" + text;
        }
        if (value instanceof Enum) {
            Enum<?> constant = (Enum<?>) value;
            return constant.getDeclaringClass().getSimpleName() + "." + constant.name();
        }
        if (value instanceof Class) {
            return ((Class<?>) value).getName();
        }
        if (depth >= DEEPEST) {
            return value.getClass().getName();
        }
        return composed(value, depth);
    }

    private static String composed(Object value, int depth) throws Exception {
        if (value.getClass().isArray()) {
            return array(value, depth);
        }
        if (value instanceof Map) {
            return map((Map<?, ?>) value, depth);
        }
        if (value instanceof Collection) {
            return collection((Collection<?>) value, depth);
        }
        if (value.getClass() == Date.class) {
            return "Date:" + ((Date) value).getTime();
        }
        if (value instanceof Calendar) {
            return "Calendar:" + ((Calendar) value).getTimeInMillis() + " "
                    + ((Calendar) value).getTimeZone().getID();
        }
        if (value instanceof TimeZone) {
            return "TimeZone:" + ((TimeZone) value).getID();
        }
        if (value instanceof Throwable) {
            return value.getClass().getName() + ":"
                    + HASH.matcher(String.valueOf(((Throwable) value).getMessage()))
                            .replaceAll("@");
        }
        return object(value);
    }

    /** Omits the {@code toString} inherited from {@code Object}, which says nothing about the value. */
    private static String object(Object value) throws NoSuchMethodException {
        Class<?> type = value.getClass();
        // Names of lambdas and proxies contain numbers that differ in every run.
        String name = type.isSynthetic() || type.getName().contains("/") || java.lang.reflect.Proxy.isProxyClass(type)
                ? type.getSimpleName().replaceAll("[0-9/].*", "")
                : type.getName();
        Method method = type.getMethod("toString");
        if (method.getDeclaringClass() == Object.class) {
            return name;
        }
        return name + ":" + HASH.matcher(String.valueOf(value)).replaceAll("@");
    }

    private static String array(Object array, int depth) throws Exception {
        int length = Array.getLength(array);
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < length && i < ELEMENTS; i++) {
            shown.add(of(Array.get(array, i), depth + 1));
        }
        return listed("[", shown, length, "]");
    }

    private static String collection(Collection<?> all, int depth) throws Exception {
        List<String> shown = new ArrayList<>();
        for (Object one : all) {
            if (shown.size() == ELEMENTS) {
                break;
            }
            shown.add(of(one, depth + 1));
        }
        if (all instanceof Set && !(all instanceof SortedSet) && !(all instanceof LinkedHashSet)) {
            Collections.sort(shown);
        }
        return listed("[", shown, all.size(), "]");
    }

    private static String map(Map<?, ?> map, int depth) throws Exception {
        List<String> shown = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (shown.size() == ELEMENTS) {
                break;
            }
            shown.add(of(entry.getKey(), depth + 1) + "=" + of(entry.getValue(), depth + 1));
        }
        if (!(map instanceof SortedMap) && !(map instanceof LinkedHashMap)) {
            Collections.sort(shown);
        }
        return listed("{", shown, map.size(), "}");
    }

    private static String listed(String open, List<String> shown, int size, String close) {
        return open + String.join(", ", shown) + (size > shown.size() ? ", ..." + size : "") + close;
    }
}
