package org.x;

class Limits {
    static final int LIMIT = Integer.parseInt("12");

    static String name() {
        return "limits";
    }
}
