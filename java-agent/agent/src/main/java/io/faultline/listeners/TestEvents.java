package io.faultline.listeners;

import io.faultline.runtime.Framework;
import io.faultline.runtime.Launch;
import io.faultline.runtime.Session;
import java.util.function.Function;

/**
 * Receives the calls woven into test frameworks: {@code {event, first, second, third}}.
 *
 * <p>Errors: none reaches a framework, except a request to stop the thread. Cost: a table jump and a few cached
 * reflective calls, besides the session's.
 */
public final class TestEvents implements Function<Object, Object> {
    private final Session session;
    private final JUnit3Events junit3;
    private final JUnit4Events junit4;
    private final PlatformEvents platform;
    private final TestNgEvents testng;
    private final ParallelEvents parallel;
    private final SpringEvents spring;
    private final MadeEvents made;
    private final FormattingEvents formatting;
    private final TestPlan plan;
    private final Launch launch;

    /** With the plan of tests, null if all run in their own order, and what is noted of the JVM's launch. */
    public TestEvents(Session session, TestPlan plan, Launch launch) {
        this.session = session;
        this.launch = launch;
        made = new MadeEvents(session);
        junit3 = new JUnit3Events(session, made);
        junit4 = new JUnit4Events(session, made);
        platform = new PlatformEvents(session);
        testng = new TestNgEvents(session, made, launch);
        parallel = new ParallelEvents(session);
        spring = new SpringEvents(session);
        formatting = new FormattingEvents(session);
        this.plan = plan;
    }

    /** Whether a thread that works for a test of another thread reports the tests of a run inside that test. */
    private boolean isInsideTest(int kind, Object subject) {
        boolean ofPlatform = kind >= Event.PLATFORM_STARTED && kind < Event.TESTNG_INVOKE;
        Object around = session.around(Framework.PLATFORM);
        return around != null && !(ofPlatform && platform.isOfTreeOf(kind, subject, around));
    }

    @Override
    public Object apply(Object call) {
        try {
            Object[] event = (Object[]) call;
            int kind = (Integer) event[0];
            launch.reported(event[1]);
            if (kind >= Event.SELECT_TREE) {
                // Tests that a test runs are part of it.
                return plan == null || session.runsTest() ? null : plan.on(kind, event[1], event[2]);
            }
            if (kind < Event.PARALLEL && isInsideTest(kind, event[1])) {
                return null;
            }
            if (kind < Event.JUNIT3_START) {
                junit4.on(kind, event[1]);
            } else if (kind < Event.PLATFORM_STARTED) {
                junit3.on(kind, event[1], event[2]);
            } else if (kind < Event.TESTNG_INVOKE) {
                platform.on(kind, event[1], event[2]);
            } else if (kind < Event.PARALLEL) {
                testng.on(kind, event[1], event[2]);
            } else if (kind < Event.SPRING_NEEDED) {
                parallel.on(kind, event[1]);
            } else if (kind < Event.MAKES) {
                spring.on(kind, event[1]);
            } else if (kind < Event.FORMATTING) {
                made.on(kind, event[1]);
            } else {
                formatting.on(kind, event[2]);
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            // A row may be missing, but the test itself is unharmed.
        }
        return null;
    }
}
