package org.example;

import org.apache.commons.codec.language.Soundex;

/** Compares words. */
public class Words {
    private final Soundex soundex = new Soundex();

    public boolean soundAlike(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return false;
        }
        return soundex.encode(one).equals(soundex.encode(other));
    }

    public String longest(String... words) {
        String longest = "";
        for (String word : words) {
            if (word.length() > longest.length()) {
                longest = word;
            }
        }
        return longest;
    }
}
