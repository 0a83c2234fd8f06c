import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.RunListener;

/** Runs JUnit 4 test classes and tells the tracer ({@code linetracer.c}) where tests begin and end. */
public final class TracedSuite {
    private TracedSuite() {}

    static native void start(String id);

    static native void end();

    public static void main(String[] names) throws ClassNotFoundException {
        Class<?>[] classes = new Class<?>[names.length];
        for (int at = 0; at < names.length; at++) {
            // Not initialised: the runner does that, as it does without a tracer.
            classes[at] = Class.forName(names[at], false, TracedSuite.class.getClassLoader());
        }
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            @Override
            public void testStarted(Description test) {
                start(test.getDisplayName());
            }

            @Override
            public void testFinished(Description test) {
                end();
            }
        });
        core.run(classes);
        System.exit(0);
    }
}
