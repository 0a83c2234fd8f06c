package org.example;

/** Cannot be initialised. */
public class Bad {
    static int value = compute(); // covered by: bad*, derived*, wrapped, chain*

    static int compute() {
        throw new IllegalStateException("never"); // covered by: bad*, derived*, wrapped, chain*
    }

    static int use() {
        return value;
    }
}
