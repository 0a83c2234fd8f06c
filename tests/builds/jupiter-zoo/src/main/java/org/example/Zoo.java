package org.example;

public class Zoo {
    private Zoo() {}

    static int cage(int number) {
        if (number == 1) { // covered by: cage*, suiteCage*
            return 1; // covered by: cage1, suiteCage1
        }
        return 2; // covered by: cage2, suiteCage2
    }

    static int fed(int number, int animal) {
        return number + animal; // covered by: fed*
    }

    static int argument() {
        return 1; // covered by: many*
    }

    static int many(int number) {
        if (number == 3) { // covered by: many*
            throw new IllegalStateException("third"); // covered by: many3
        }
        return number; // covered by: many1, many2
    }

    static int repeated() {
        return 1; // covered by: repeated*
    }

    static int dynamic(int number) {
        return number; // covered by: dynamic*
    }

    static int attempt(int number) {
        if (number < 2) { // covered by: attempt*
            throw new IllegalStateException("again"); // covered by: attempt1, attempt2
        }
        return number; // covered by: attempt3
    }

    static int crossed() {
        return 1; // covered by: crossed*
    }

    static int template() {
        return 1; // covered by: template*
    }

    static int named() {
        return 1; // covered by: named
    }
}
