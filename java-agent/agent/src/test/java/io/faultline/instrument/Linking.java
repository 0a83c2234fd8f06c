package io.faultline.instrument;

/** Links classes without initialising them: the verifier runs, their code does not. */
public final class Linking {
    private Linking() {}

    /** Returns the reason why {@code name} does not link in {@code loader}; null if it links. */
    public static String failure(ClassLoader loader, String name) {
        try {
            // The JVM links a class before it returns its fields.
            Class.forName(name, false, loader).getDeclaredFields();
            return null;
        } catch (VerifyError broken) {
            // The message continues with a disassembly, whose offsets differ with and without probes.
            return "VerifyError: " + String.valueOf(broken.getMessage()).split("\n")[0];
        } catch (NoClassDefFoundError absent) {
            // The message, "x" or "Could not initialize x", depends on the order of attempts.
            return "NoClassDefFoundError";
        } catch (LinkageError | ClassNotFoundException | TypeNotPresentException thrown) {
            return thrown.toString();
        } catch (SecurityException signed) {
            return "SecurityException";
        }
    }

    /** Whether probes caused a failure: the original fails differently or not at all. */
    public static boolean isNew(String original, String instrumented) {
        return instrumented != null && !kind(instrumented).equals(original == null ? "" : kind(original));
    }

    private static String kind(String failure) {
        int end = failure.indexOf(':');
        return end < 0 ? failure : failure.substring(0, end);
    }
}
