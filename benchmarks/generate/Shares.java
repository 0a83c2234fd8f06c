import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Says which share of the samples of a search is ours, from a recording of EvoSuite's client.
 *
 * <p>Of the search: its thread while it generates tests, and the threads that execute them. Ours: the first frame from the
 * top that is not the JDK's is in io.faultline. Samples in native code are taken half as often, so those in our own native
 * code count twice; all others in native code are waits and input, and count nothing.
 */
final class Shares {
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private Shares() {}

    public static void main(String[] files) throws IOException {
        for (String file : files) {
            boolean isClient = false;
            int all = 0;
            Map<String, Integer> ours = new TreeMap<>();
            for (RecordedEvent event : RecordingFile.readAllEvents(Path.of(file))) {
                String kind = event.getEventType().getName();
                if (kind.equals("jdk.JVMInformation")) {
                    isClient = String.valueOf(event.getString("javaArguments")).contains("org.evosuite.ClientProcess");
                }
                boolean isNative = kind.equals("jdk.NativeMethodSample");
                if (!isNative && !kind.equals("jdk.ExecutionSample") || event.getStackTrace() == null || !isOfSearch(event)) {
                    continue;
                }
                String owner = owner(event.getStackTrace());
                boolean isOurs = owner.startsWith(isNative ? "io.faultline.bridge." : "io.faultline.");
                int weight = isNative ? 2 : 1;
                all += isNative && !isOurs ? 0 : weight;
                if (isOurs) {
                    ours.merge(owner, weight, Integer::sum);
                }
            }
            if (isClient) {
                int own = ours.values().stream().mapToInt(Integer::intValue).sum();
                System.out.printf("%d of %d samples, %.2f %% %s%n", own, all, 100.0 * own / Math.max(1, all), ours);
            }
        }
    }

    private static boolean isOfSearch(RecordedEvent event) {
        RecordedThread thread = event.getThread("sampledThread");
        if (thread != null && String.valueOf(thread.getJavaName()).startsWith("TEST_EXECUTION_THREAD")) {
            return true;
        }
        return event.getStackTrace().getFrames().stream()
                .anyMatch(frame -> frame.isJavaFrame() && frame.getMethod().getName().equals("generateTests"));
    }

    /** Class and method of the first frame from the top that is not the JDK's. */
    private static String owner(RecordedStackTrace trace) {
        for (RecordedFrame frame : trace.getFrames()) {
            String type = frame.isJavaFrame() ? frame.getMethod().getType().getName() : "jdk.none";
            if (JDK.stream().noneMatch(type::startsWith)) {
                return type + "." + frame.getMethod().getName();
            }
        }
        return "jdk";
    }
}
