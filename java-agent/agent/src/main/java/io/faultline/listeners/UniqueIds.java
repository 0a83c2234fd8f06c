package io.faultline.listeners;

import io.faultline.runtime.TestName;

/**
 * Parses unique ids of the platform for class and method, if a descriptor has no source: {@code
 * [engine:junit-jupiter]/[class:a.B]/[nested-class:C]/[test-factory:m()]/[dynamic-test:#1]} and {@code
 * [engine:junit-vintage]/[runner:a.B]/[test:m(a.B)]}.
 */
final class UniqueIds {
    private UniqueIds() {}

    /** Returns the name in an id; class and method are null if unknown. */
    static TestName name(String id) {
        String className = null;
        String method = null;
        int at = 0;
        while (at < id.length() && id.charAt(at) == '[') {
            int colon = id.indexOf(':', at);
            int end = id.indexOf("]/[", at);
            int stop = end < 0 ? id.length() - 1 : end;
            if (colon < 0 || colon > stop) {
                break;
            }
            String type = id.substring(at + 1, colon);
            String value = id.substring(colon + 1, stop);
            if (type.equals("class") || type.equals("class-template") || type.equals("runner")) {
                className = value;
                method = null;
            } else if (type.equals("nested-class")) {
                className = className + "$" + value;
                method = null;
            } else if (type.equals("method") || type.startsWith("test")) {
                method = beforeAny(value, "(", "%5B");
            }
            at = stop + 2;
        }
        return new TestName(id, className, className == null ? null : method);
    }

    /** Returns the kind of an id's last segment: {@code method}, {@code engine}; empty if there is none. */
    static String lastKind(String id) {
        int start = id.lastIndexOf("/[");
        int colon = id.indexOf(':', start + 1);
        int from = start < 0 ? 1 : start + 2;
        return colon < from ? "" : id.substring(from, colon);
    }

    /** Whether a segment of this kind is an engine or a class, whose name is part of a test's class already. */
    static boolean isWhole(String kind) {
        switch (kind) {
            case "engine":
            case "suite":
            case "runner":
            case "class":
            case "nested-class":
            case "class-template":
            case "spec":
                return true;
            default:
                return false;
        }
    }

    /** Returns the text before parameters and (percent-encoded) brackets. */
    private static String beforeAny(String text, String... ends) {
        String before = text;
        for (String end : ends) {
            int at = before.indexOf(end);
            before = at > 0 ? before.substring(0, at) : before;
        }
        return before;
    }
}
