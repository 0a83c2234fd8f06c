package io.faultline.agent;

import io.faultline.agent.TaskWeaver.Seam;
import io.faultline.runtime.Elders;

/** Classifies the frames of a stack. */
final class Stacks implements Elders.Frames {
    private static final String[] FRAMEWORKS = {"org.junit.", "junit.", "org.testng.", "org.apache.maven.surefire."};

    private final KnownClasses known;

    Stacks(KnownClasses known) {
        this.known = known;
    }

    @Override
    public boolean isTask(StackTraceElement frame, StackTraceElement above) {
        Seam seam = seam(frame);
        if (seam == Seam.WORKER) {
            return above != null && !above.getMethodName().equals("getTask");
        }
        return seam != null && seam.runs();
    }

    @Override
    public boolean isLoop(StackTraceElement frame) {
        return seam(frame) == Seam.NOBODYS_LOOP;
    }

    @Override
    public boolean isFramework(StackTraceElement frame) {
        for (String prefix : FRAMEWORKS) {
            if (frame.getClassName().startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isInstrumented(StackTraceElement frame) {
        return known.isNamed(frame.getClassName());
    }

    private static Seam seam(StackTraceElement frame) {
        String name = frame.getClassName().replace('.', '/');
        Seam seam = TaskHook.seam(name, frame.getMethodName());
        return seam != null ? seam : LibraryTasks.seam(name, frame.getMethodName());
    }
}
