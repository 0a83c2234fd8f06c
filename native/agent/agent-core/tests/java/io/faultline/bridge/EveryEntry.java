package io.faultline.bridge;

/**
 * Calls every native method: before recording starts, with good input, and with every kind of bad
 * input. {@code tests/jvm/entries.rs} checks the file.
 */
public final class EveryEntry {
    private static final byte[] FIRST = new byte[1024];
    private static final byte[] SECOND = new byte[32768];

    private EveryEntry() {}

    public static void main(String[] args) {
        System.load(args[0]);
        beforeStart();
        expect(null, Core.start(args[1], "every entry \u00e9\uD83D\uDE00", null));
        expect("this JVM records already: attach the agent once", Core.start(args[1], "again", null));
        classes();
        tests();
        initialisers();
        badInput();
        totals();
        moreThanRows();
        Core.finish();
        afterFinish();
    }

    private static void beforeStart() {
        expect(null, Core.trouble());
        Core.addChunk(0, FIRST);
        Core.startTest();
        Core.capture();
        Core.endTest("early", "", "", Core.PASSED, 1, null, null, null);
        Core.skipTest("early", "", "");
        Core.enterInitialiser(1);
        Core.exitInitialiser(1);
        Core.refuse("a.Early", "early");
        Core.finish();
        expect(null, Core.trouble());
        expect(null, Core.defineBootClass("java/lang/Nothing", new byte[0]));
        expectTrouble("boot class java/lang/Nothing could not be defined: java.lang.ClassFormatError");
        String notAFolder = Core.start("/dev/null/below", "", null);
        if (notAFolder == null || !notAFolder.startsWith("/dev/null is not a folder")) {
            throw new AssertionError(notAFolder);
        }
    }

    private static void classes() {
        Core.addChunk(0, FIRST);
        Core.addChunk(1, SECOND);
        String[] methods = {"<init>", "()V", "run", "(I)V"};
        Core.addClass(2, 0, 64, "a.Late", null, -1L, null, methods, new int[] {3, 4}, new int[] {0, 1});
        Core.addClass(1, 0, 0, "a.Early$\u00e9", "Early.java", 77L, "file:/x", methods, new int[] {7, 8, 7}, new int[] {
            0, 1, 1
        });
        int[] lines = new int[70];
        for (int slot = 0; slot < lines.length; slot++) {
            lines[slot] = slot + 1;
        }
        Core.addClass(3, 1, 128, "a.Long", "Long.java", 5L, "", methods, lines, new int[70]);
        Core.addClass(4, 1, 0, "a.Empty", "Empty.java", 6L, "", new String[0], new int[0], new int[0]);
        Core.refuse("a.Refused", "no line numbers");
    }

    private static void tests() {
        Core.launch(null, null, null, null, null, false);
        Core.launch(
                "/a/agent.jar",
                "/a/jdk",
                "/a/classes:/a/é.jar",
                new String[] {"/a/launcher.jar"},
                new String[] {"k", "v", "odd"},
                true);
        Core.loaded("a.Test", 1, "a.Loader", new String[] {"/a/é", "/a/b.jar"});
        Core.loaded("a.Other", 1, null, null);
        SECOND[128] = 1;
        Core.startTest();
        FIRST[64] = 1;
        FIRST[2] = 1;
        SECOND[128 + 69] = 1;
        SECOND[0] = 1;
        Core.endTest("[e:x]/[m:one]", "a.Test", "one", Core.PASSED, 123L, null, null, null);

        Core.startTest();
        FIRST[0] = 1;
        Core.capture();
        FIRST[1] = 1;
        String[] frames = new String[600];
        int[] frameLines = new int[300];
        for (int frame = 0; frame < frameLines.length; frame++) {
            frames[2 * frame] = "a.Frame" + frame;
            frames[2 * frame + 1] = "m";
            frameLines[frame] = frame - 1;
        }
        Core.endTest("two", "a.Test", "two", Core.FAILED, 5L, "java.lang.Boom", frames, frameLines);

        Core.startTest();
        Core.endTest("three", "a.Test", "three", Core.ABORTED, 6L, "a.Assumption", null, null);
        Core.skipTest("four", "a.Test", "four");

        FIRST[2] = 1;
        Core.capture();
        Core.endTest("container", "a.Test", "", Core.FAILED, 0L, "a.Setup", new String[0], new int[0]);
    }

    private static void initialisers() {
        Core.startTest();
        FIRST[0] = 1;
        Core.enterInitialiser(2);
        FIRST[64] = 1;
        Core.enterInitialiser(4);
        SECOND[0] = 1;
        Core.exitInitialiser(4);
        FIRST[65] = 1;
        Core.exitInitialiser(2);
        FIRST[1] = 1;
        Core.endTest("five", "a.Test", "five", Core.PASSED, 7L, null, null, null);
        Core.enterInitialiser(1);
        Core.exitInitialiser(1);
    }

    /** What is missing is counted; what is damaged, or has numbers that do not fit, is left to Java without a word. */
    private static void badClassesToWeave() {
        byte[] damaged = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 52, 0, 2, 1};
        int[] none = {};
        int[] order = {2, 0, 1};
        int[] lines = {1};
        Object[] answers = {
            Core.weave(null, 1, 0, 0, Core.FROM_CHUNK, order, lines),
            Core.weave(damaged, 1, 0, 0, Core.FROM_CHUNK, null, lines),
            Core.weave(damaged, 1, 0, 0, Core.FROM_CHUNK, order, null),
            Core.weave(damaged, 1, -1, 0, Core.FROM_CHUNK, order, lines),
            Core.weave(damaged, 1, 0, 0, Core.FROM_CHUNK, order, lines),
            Core.weave(damaged, -1, 0, 0, Core.FROM_THREAD, none, none),
            Core.weave(damaged, 1, 0, 1 << 20, Core.AT_EVERY_LINE, new int[] {2, -5, 1 << 30, 7}, lines),
        };
        for (Object answer : answers) {
            if (answer != null) {
                throw new AssertionError("a damaged class was woven");
            }
        }
    }

    private static void badInput() {
        int[] one = {1};
        String[] method = {"m", "()V"};
        Core.addChunk(0, new byte[64]);
        Core.addChunk(-1, new byte[64]);
        Core.addChunk(7, null);
        Core.addClass(1, 1, 512, "b.SameId", null, 0L, null, method, one, new int[1]);
        Core.addClass(9, 0, 0, "b.SameRange", null, 0L, null, method, one, new int[1]);
        Core.addClass(9, 5, 0, "b.NoChunk", null, 0L, null, method, one, new int[1]);
        Core.addClass(9, 1, 511, "b.Odd", null, 0L, null, method, one, new int[1]);
        Core.addClass(9, 1, 1 << 30, "b.Far", null, 0L, null, method, one, new int[1]);
        Core.addClass(9, 1, -64, "b.Before", null, 0L, null, method, one, new int[1]);
        Core.addClass(-9, 1, 512, "b.Negative", null, 0L, null, method, one, new int[1]);
        Core.addClass(9, 1, 512, null, null, 0L, null, method, one, new int[1]);
        Core.addClass(9, 1, 512, "b.NoMethods", null, 0L, null, null, one, new int[1]);
        Core.addClass(9, 1, 512, "b.NoLines", null, 0L, null, method, null, new int[1]);
        Core.addClass(9, 1, 512, "b.NoOwners", null, 0L, null, method, one, null);
        Core.addClass(9, 1, 512, "b.Lengths", null, 0L, null, method, one, new int[2]);
        Core.addClass(9, 1, 512, "b.Owner", null, 0L, null, method, one, new int[] {1});
        Core.addClass(9, 1, 512, "b.Line", null, 0L, null, method, new int[] {-1}, new int[1]);
        Core.addClass(9, 1, 512, "b.HalfMethod", null, 0L, null, new String[] {"m"}, one, new int[1]);
        badClassesToWeave();
        Core.refuse(null, null);
        Core.exitInitialiser(1);
        Core.exitInitialiser(-5);
        Core.enterInitialiser(4000);
        FIRST[0] = 1;
        Core.exitInitialiser(4000);
        Core.skipTest(null, null, null);
        Core.endTest("never", "", "", 4, 0L, null, null, null);
        Core.endTest("never", "", "", -1, 0L, null, null, null);
        Core.startTest();
        Core.endTest(null, null, null, Core.PASSED, -5L, null, null, null);
        Core.startTest();
        String[] frames = {"a.B", null, "a.C"};
        Core.endTest("lone \uD800 half", "\uDFFF", "\0", Core.FAILED, 1L, "", frames, new int[] {4, 5});
        expect(null, Core.defineBootClass(null, null));
        expect(null, Core.defineBootClass("java/lang/Nothing", null));
        expect(null, Core.defineBootClass("no name \uD800", new byte[] {1, 2, 3}));
    }

    private static void totals() {
        long[] totals = Core.totals();
        // A class without lines is none of the three that were recorded.
        long[] expected = {3, 3, 1, 1, 3, 1};
        if (!java.util.Arrays.equals(totals, expected)) {
            throw new AssertionError(java.util.Arrays.toString(totals));
        }
    }

    /** Records data other than rows: names, failed initialisers, lines without a slot, shared fixtures, numbers. */
    private static void moreThanRows() {
        Core.partlyRecorded(1, 1, 9000);
        Core.partlyRecorded(99, 0, 1);
        Core.count("tests started", 9);
        String[] frames = {"a.Early$\u00e9", "<clinit>"};
        Core.initialiserFailed(1, null, "a.Root", frames, new int[] {7}, -1, null);
        Core.initialiserFailed(-1, "a.Helper", "a.Root", null, null, 1, null);

        Core.startTest();
        FIRST[0] = 1;
        Core.mark();
        Core.shownAs("[1] a\tb");
        Core.failedBy(-1, "a.Helper");
        Core.endTest("eight", "a.Test", "eight", Core.FAILED, 8L, "java.lang.NoClassDefFoundError", null, null);

        Core.startTest();
        FIRST[1] = 1;
        Core.enterShared(Core.SHARED);
        FIRST[2] = 1;
        int context = Core.exitShared(Core.SHARED, true, null, "context", "a.Test", "");
        expect(-1, Core.exitShared(Core.SHARED + 1, true, null, "never begun", "", ""));
        expect(9, Core.tests());
        Core.charge(9, new int[] {context});
        Core.enterShared(Core.ASIDE);
        FIRST[3] = 1;
        Core.exitAside(Core.ASIDE, true);
        Core.exitAside(Core.ASIDE, true);
        Core.endTest("nine", "a.Test", "nine", Core.PASSED, 9L, null, null, null);
    }

    private static void afterFinish() {
        Core.launch("/b/agent.jar", null, "/b", null, null, false);
        Core.loaded("a.Late", 2, "a.Loader", null);
        String[] method = {"m", "()V"};
        Core.addClass(50, 1, 8192, "c.Late", null, 0L, null, method, new int[] {1}, new int[1]);
        Core.refuse("c.Refused", "late");
        Core.startTest();
        Core.endTest("late", "", "", Core.PASSED, 0L, null, null, null);
        Core.skipTest("late", "", "");
        Core.enterInitialiser(1);
        FIRST[0] = 1;
        Core.exitInitialiser(1);
        Core.finish();
    }

    private static void expectTrouble(String start) {
        String trouble = Core.trouble();
        if (trouble == null || !trouble.startsWith(start)) {
            throw new AssertionError(trouble);
        }
    }

    private static void expect(Object expected, Object actual) {
        if (expected == null ? actual != null : !expected.equals(actual)) {
            throw new AssertionError("expected " + expected + ", got " + actual);
        }
    }
}
