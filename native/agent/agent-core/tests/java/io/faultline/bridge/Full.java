package io.faultline.bridge;

/** Records 100 tests with ids of 3,700 bytes into a file that may not grow that far. */
public final class Full {
    private Full() {}

    public static void main(String[] args) {
        System.load(args[0]);
        Core.start(args[1], "full", null);
        java.util.Random letters = new java.util.Random(1); // incompressible across records
        char[] name = new char[3700];
        for (int n = 0; n < 100; n++) {
            for (int at = 0; at < name.length; at++) {
                name[at] = (char) ('!' + letters.nextInt(90));
            }
            Core.startTest();
            Core.endTest(n + new String(name), "a.Test", "m", 0, 1L, null, null, null);
        }
        System.out.println(Core.totals()[Core.PASSED] + " " + Core.trouble());
        Core.finish();
    }
}
