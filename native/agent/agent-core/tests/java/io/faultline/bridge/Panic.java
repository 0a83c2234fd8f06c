package io.faultline.bridge;

/** Native methods that panic: exported by a library built with the feature {@code test-panic}. */
public final class Panic {
    private Panic() {}

    static native void hot();

    static native void cold();

    static native void locked();

    public static void main(String[] args) {
        System.load(args[0]);
        Core.start(args[1], "panics", null);
        hot();
        cold();
        locked();
        Core.startTest();
        Core.endTest("after", "", "", Core.PASSED, 1L, null, null, null);
        Core.finish();
    }
}
