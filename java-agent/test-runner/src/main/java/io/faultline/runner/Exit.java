package io.faultline.runner;

/** Ends the JVM within a time limit. */
public final class Exit {
    private Exit() {}

    /**
     * Exits the JVM; halts it if the shutdown hooks, which delete files and stop processes, take longer than
     * {@code hooksMs}.
     */
    public static void with(int status, long hooksMs) {
        Thread impatient = new Thread(
                () -> {
                    try {
                        Thread.sleep(hooksMs);
                    } catch (InterruptedException now) {
                        Thread.currentThread().interrupt();
                    }
                    Runtime.getRuntime().halt(status);
                },
                "faultline end");
        impatient.setDaemon(true);
        impatient.start();
        Runtime.getRuntime().exit(status);
    }
}
