package io.faultline.bridge;

/** A JVM with secrets in its options, whose tests set more. */
public final class Secrets {
    public static void main(String[] arguments) {
        System.load(arguments[0]);
        Core.start(arguments[1], "made up", System.getProperty("test.run"));
        Core.launch(
                "/a/agent.jar", "/a/jdk", "/a/classes", new String[0],
                new String[] {"test.token", "hush-of-test", "db.url", "jdbc:x://u:hush-in-url@h/d", "k", "v"}, false);
        Core.startTest();
        Core.endTest("test", "a.B", "c", 0, 1, null, null, null);
        Core.finish();
    }
}
