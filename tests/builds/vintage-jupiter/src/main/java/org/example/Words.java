package org.example;

/** Tested by four styles of tests in one build. */
public final class Words {
    private Words() {
    }

    public static String join(String... words) {
        if (words.length == 0) { // covered by: junit3, junit4, jupiter, old*
            return ""; // covered by: junit3
        }
        return String.join(" ", words); // covered by: junit4, jupiter, old*
    }

    public static char first(String word) {
        return word.charAt(0); // covered by: junit4Fails
    }
}
