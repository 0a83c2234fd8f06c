package io.faultline.bridge;

import java.io.File;

/** Loads the library out of a jar, records one test, and says which loader this class has. */
public final class Packed {
    private Packed() {}

    public static void main(String[] args) {
        String refusal = Library.load(new File(args[0]), new File(args[2]));
        if (refusal == null) {
            refusal = Core.start(args[1], "packed");
            Core.startTest();
            Core.endTest("one", "a.Test", "m", 0, 1L, null, null, null);
            Core.finish();
        }
        System.out.println(Core.class.getClassLoader() == null ? "boot" : "app");
        System.out.println(refusal);
    }
}
