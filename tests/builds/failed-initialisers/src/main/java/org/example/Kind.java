package org.example;

/** An enum whose constant throws an error, which leaves the initialiser as it is. */
public enum Kind {
    ODD(3); // covered by: kind*

    Kind(int number) { // covered by: kind*
        if (number % 2 != 0) { // covered by: kind*
            throw new AssertionError("odd"); // covered by: kind*
        }
    }
}
