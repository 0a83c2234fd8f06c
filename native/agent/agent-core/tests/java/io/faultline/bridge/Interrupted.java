package io.faultline.bridge;

/**
 * Runs tests until it is killed; prints each test that starts. Test {@code n} hits
 * slot {@code n % 50} of class {@code n % 3}, and every seventh test adds a class.
 */
public final class Interrupted {
    private Interrupted() {}

    public static void main(String[] args) throws java.io.IOException {
        System.load(args[0]);
        Core.start(args[1], "killed", null);
        byte[] hits = new byte[1 << 20];
        Core.addChunk(0, hits);
        String[] method = {"m", "()V"};
        int classes = 0;
        while (classes < 3) {
            addClass(classes++, method);
        }
        // Unbuffered, so that every line is written before the kill.
        java.io.FileOutputStream out = new java.io.FileOutputStream(java.io.FileDescriptor.out);
        for (int n = 0; n < 1_000_000; n++) {
            Core.startTest();
            out.write((n + "\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            if (n % 7 == 0 && classes < 1000) {
                addClass(classes++, method);
            }
            hits[(n % 3) * 64 + n % 50] = 1;
            Core.endTest("test " + n, "a.Test", "m" + n, n % 4 == 1 ? 1 : 0, n, n % 4 == 1 ? "a.B" : null, null, null);
        }
    }

    private static void addClass(int id, String[] method) {
        int[] lines = new int[50];
        java.util.Arrays.fill(lines, 1);
        Core.addClass(id, 0, id * 64, "a.C" + id, "C.java", id, "", method, lines, new int[50]);
        Core.describeClass(id, null, new String[0], new int[0], new int[0], null);
    }
}
