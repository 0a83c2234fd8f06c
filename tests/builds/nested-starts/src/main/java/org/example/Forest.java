package org.example;

/** What every class of tests, and every test, has for itself. */
public final class Forest {
    private Forest() {
    }

    public static int plantApple() {
        return 1; // covered by: apple*
    }

    public static int makeApple() {
        return 2; // covered by: apple*
    }

    public static int rootOfApple() {
        return 3; // covered by: apple-root
    }

    public static int stemOfApple() {
        return 3; // covered by: apple-stem
    }

    public static int leafOfApple() {
        return 3; // covered by: apple-leaf
    }

    public static int seedOfApple() {
        return 3; // covered by: apple-seed
    }

    public static int plantBirch() {
        return 1; // covered by: birch*
    }

    public static int makeBirch() {
        return 2; // covered by: birch*
    }

    public static int rootOfBirch() {
        return 3; // covered by: birch-root
    }

    public static int stemOfBirch() {
        return 3; // covered by: birch-stem
    }

    public static int leafOfBirch() {
        return 3; // covered by: birch-leaf
    }

    public static int seedOfBirch() {
        return 3; // covered by: birch-seed
    }

    public static int plantCedar() {
        return 1; // covered by: cedar*
    }

    public static int makeCedar() {
        return 2; // covered by: cedar*
    }

    public static int rootOfCedar() {
        return 3; // covered by: cedar-root
    }

    public static int stemOfCedar() {
        return 3; // covered by: cedar-stem
    }

    public static int leafOfCedar() {
        return 3; // covered by: cedar-leaf
    }

    public static int seedOfCedar() {
        return 3; // covered by: cedar-seed
    }

    public static int plantDogwood() {
        return 1; // covered by: dogwood*
    }

    public static int makeDogwood() {
        return 2; // covered by: dogwood*
    }

    public static int rootOfDogwood() {
        return 3; // covered by: dogwood-root
    }

    public static int stemOfDogwood() {
        return 3; // covered by: dogwood-stem
    }

    public static int leafOfDogwood() {
        return 3; // covered by: dogwood-leaf
    }

    public static int seedOfDogwood() {
        return 3; // covered by: dogwood-seed
    }

    public static int plantElm() {
        return 1; // covered by: elm*
    }

    public static int makeElm() {
        return 2; // covered by: elm*
    }

    public static int rootOfElm() {
        return 3; // covered by: elm-root
    }

    public static int stemOfElm() {
        return 3; // covered by: elm-stem
    }

    public static int leafOfElm() {
        return 3; // covered by: elm-leaf
    }

    public static int seedOfElm() {
        return 3; // covered by: elm-seed
    }

    public static int plantFir() {
        return 1; // covered by: fir*
    }

    public static int makeFir() {
        return 2; // covered by: fir*
    }

    public static int rootOfFir() {
        return 3; // covered by: fir-root
    }

    public static int stemOfFir() {
        return 3; // covered by: fir-stem
    }

    public static int leafOfFir() {
        return 3; // covered by: fir-leaf
    }

    public static int seedOfFir() {
        return 3; // covered by: fir-seed
    }
}
