package org.example;

public class Words {
    public static int count(String text) {
        String trimmed = text.trim();
        if (trimmed.isEmpty()) {
            return 0;
        }
        return trimmed.split(" +").length;
    }
}
