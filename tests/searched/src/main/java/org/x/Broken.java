package org.x;

class Broken {
    static final int VALUE = value();

    private static int value() {
        return Integer.parseInt("twelve");
    }
}
