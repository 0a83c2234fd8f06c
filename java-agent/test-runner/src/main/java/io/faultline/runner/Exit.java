package io.faultline.runner;

/** The end of a JVM that is not waited for for long. */
public final class Exit {
    private Exit() {}

    /** Ends the JVM; its shutdown hooks, which delete files and stop processes, get some time for it. */
    public static void with(int status, long hooksMs) {
        Thread impatient = new Thread(() -> {
            try {
                Thread.sleep(hooksMs);
            } catch (InterruptedException now) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(status);
        }, "faultline end");
        impatient.setDaemon(true);
        impatient.start();
        Runtime.getRuntime().exit(status);
    }
}
