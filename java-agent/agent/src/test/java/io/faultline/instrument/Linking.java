package io.faultline.instrument;

/** Linking of classes without initialising them: the verifier runs, no code of theirs does. */
public final class Linking {
    private Linking() {}

    /** How linking {@code name} in {@code loader} fails, in words; null when it does not. */
    public static String failure(ClassLoader loader, String name) {
        try {
            // The JVM links a class before it tells its fields.
            Class.forName(name, false, loader).getDeclaredFields();
            return null;
        } catch (VerifyError broken) {
            // The message goes on with a disassembly, whose offsets differ with and without probes.
            return "VerifyError: " + String.valueOf(broken.getMessage()).split("\n")[0];
        } catch (NoClassDefFoundError absent) {
            // Whether "x" or "Could not initialize x" depends on the order of attempts.
            return "NoClassDefFoundError";
        } catch (LinkageError | ClassNotFoundException | TypeNotPresentException thrown) {
            return thrown.toString();
        } catch (SecurityException signed) {
            return "SecurityException";
        }
    }

    /** Whether a failure with probes is ours: another than the original gives. */
    public static boolean isNew(String original, String instrumented) {
        return instrumented != null && !kind(instrumented).equals(original == null ? "" : kind(original));
    }

    private static String kind(String failure) {
        int end = failure.indexOf(':');
        return end < 0 ? failure : failure.substring(0, end);
    }
}
