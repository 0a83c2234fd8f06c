package org.example;

final class Helper {
    private Helper() {
    }

    static Object data() {
        return Data.SHARED;
    }
}
