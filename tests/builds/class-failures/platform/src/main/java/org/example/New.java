package org.example;

public final class New {
    private New() {
    }

    public static int number() {
        return 5; // covered by: newWorks, vintageWorks
    }

    public static int ofBrokenClass() {
        throw new IllegalStateException("broken"); // covered by: newStatic, newExtension
    }
}
