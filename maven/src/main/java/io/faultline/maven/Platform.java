package io.faultline.maven;

/** The operating system and processor, as folders of the plugin's jar are named. */
final class Platform {
    private Platform() {}

    /** The folder of this machine's program. */
    static String here() throws Unsupported {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    /** {@code linux-x86_64} and its like. Errors: {@link Unsupported} for anything else. */
    static String of(String system, String processor) throws Unsupported {
        String architecture = processor.equals("amd64") ? "x86_64" : processor;
        if (!system.equals("Linux") || !(architecture.equals("x86_64") || architecture.equals("aarch64"))) {
            throw new Unsupported("Faultline runs on Linux on x86-64 and aarch64, not on " + system + " on " + processor);
        }
        return "linux-" + architecture;
    }

    /** This machine is none that Faultline was built for; the message says so in half a sentence. */
    static final class Unsupported extends Exception {
        Unsupported(String message) {
            super(message);
        }
    }
}
