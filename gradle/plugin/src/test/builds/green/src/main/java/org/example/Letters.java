package org.example;

public class Letters {
    public static boolean vowel(char c) {
        return "aeiou".indexOf(c) >= 0;
    }
}
