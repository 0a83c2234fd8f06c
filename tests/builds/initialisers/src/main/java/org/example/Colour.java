package org.example;

/** An enum: its constants are made by the static initialiser. */
public enum Colour { // covered by: colour*
    RED(1), // covered by: colour*
    GREEN(2); // covered by: colour*

    private final int code;

    Colour(int code) { // covered by: colour*
        this.code = code; // covered by: colour*
    } // covered by: colour*

    public int code() {
        return code; // covered by: colourCode
    }
}
