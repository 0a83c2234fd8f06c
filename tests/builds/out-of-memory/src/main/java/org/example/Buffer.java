package org.example;

public final class Buffer {
    private Buffer() {
    }

    public static byte[] of(int length) {
        if (length > 3) { // covered by: fits, overflows
            throw new OutOfMemoryError("Java heap space"); // covered by: overflows
        }
        return new byte[length]; // covered by: fits
    }
}
