package io.faultline.listeners;

import io.faultline.runtime.Framework;
import io.faultline.runtime.Outcome;
import io.faultline.runtime.Session;
import io.faultline.runtime.TestName;
import io.faultline.runtime.WeakIdentityMap;
import java.util.Optional;

/**
 * Events of the JUnit Platform, from every listener between engines and reporters. A row's id is the unique id, so
 * every parameterised, repeated and dynamic invocation is a row; a container is a row only if it fails. For engines
 * built on the platform's hierarchical engine (such as Jupiter), code of a container before its first child is a
 * fixture of all tests below it, and code between two children that it finds one by one a fixture of the second.
 */
final class PlatformEvents {
    static final String DESCRIPTOR = "org.junit.platform.engine.TestDescriptor";
    private static final String RESULT = "org.junit.platform.engine.TestExecutionResult";
    private static final String METHOD = "org.junit.platform.engine.support.descriptor.MethodSource";
    private static final String CLASS = "org.junit.platform.engine.support.descriptor.ClassSource";

    /** The engine for a framework that reports its classes and fixtures itself. */
    private static final String VINTAGE = "[engine:junit-vintage]";

    private static final String TESTNG = "[engine:testng]";

    private static final Getter IS_TEST = new Getter(DESCRIPTOR, "isTest");
    static final Getter UNIQUE_ID = new Getter(DESCRIPTOR, "getUniqueId");
    private static final Getter SOURCE = new Getter(DESCRIPTOR, "getSource");
    static final Getter PARENT = new Getter(DESCRIPTOR, "getParent");
    private static final Getter STATUS = new Getter(RESULT, "getStatus");
    private static final Getter THROWABLE = new Getter(RESULT, "getThrowable");
    private static final Getter METHOD_SOURCE_CLASS = new Getter(METHOD, "getClassName");
    private static final Getter METHOD_SOURCE_NAME = new Getter(METHOD, "getMethodName");
    private static final Getter CLASS_SOURCE_CLASS = new Getter(CLASS, "getClassName");

    private final Session session;

    /** Running tests, as reported by listeners; several listeners report each. */
    private final WeakIdentityMap<Object, Boolean> announced = new WeakIdentityMap<>();

    /** Descriptors of running tests that were reported as skipped; several listeners report each. */
    private final WeakIdentityMap<Object, Boolean> skippedAsTheyRan = new WeakIdentityMap<>();

    /** Exceptions that left a node. */
    private final WeakIdentityMap<Throwable, Boolean> escaped = new WeakIdentityMap<>();

    PlatformEvents(Session session) {
        this.session = session;
    }

    void on(int event, Object reported, Object result) {
        if (event == Event.PLATFORM_TURNS_TO) {
            session.turnsTo(reported);
            return;
        }
        if (event == Event.PLATFORM_CONTINUES) {
            session.continues(Framework.PLATFORM);
            return;
        }
        Object descriptor = running(reported);
        boolean test = Boolean.TRUE.equals(IS_TEST.of(descriptor));
        if (event == Event.PLATFORM_PREPARING
                || event == Event.PLATFORM_SKIPPED
                || (event == Event.PLATFORM_STARTED && test)) {
            interrupt(Framework.PLATFORM, descriptor);
        }
        switch (event) {
            case Event.PLATFORM_STARTED:
                if (test) {
                    startsBelow(parent(descriptor));
                    started(descriptor);
                } else {
                    containerStarted(descriptor);
                }
                break;
            case Event.PLATFORM_PREPARING:
                if (test) {
                    // A rolled-up iteration is prepared but never reported: its feature stays one row.
                    session.prepare(Framework.PLATFORM, descriptor, false);
                } else {
                    session.opens(Framework.PLATFORM, descriptor, name(descriptor), false);
                }
                break;
            case Event.PLATFORM_RUNNER_STARTS:
                interrupt(Framework.JUNIT4, descriptor);
                break;
            case Event.PLATFORM_RUNNER_ENDS:
                session.resumes(Framework.JUNIT4, descriptor);
                break;
            case Event.PLATFORM_HANDS_ON:
                session.handsOn();
                break;
            case Event.PLATFORM_COMPLETING:
                if (test) {
                    session.seal(Framework.PLATFORM, descriptor);
                } else {
                    session.completes(Framework.PLATFORM, descriptor);
                }
                break;
            case Event.PLATFORM_FINISHED:
                finished(descriptor, outcome(STATUS.of(result)), thrown(result), test);
                break;
            case Event.PLATFORM_ESCAPED:
                escaped(descriptor, (Throwable) result, test);
                break;
            case Event.PLATFORM_SKIPPED:
                if (test && reported != descriptor) {
                    // ScalaTest's pending tests start before they are skipped, by a new descriptor.
                    skippedAsTheyRan.put(reported, true);
                    finished(descriptor, Outcome.ABORTED, null, true);
                } else if (skippedAsTheyRan.get(reported) == null) {
                    session.skip(Framework.PLATFORM, descriptor, name(descriptor));
                }
                break;
            default:
                break;
        }
    }

    /**
     * Returns the running test in place of another descriptor of it: ScalaTest's engine makes a new one, outside of any tree,
     * to report how a test ended.
     */
    private Object running(Object descriptor) {
        Object running = session.running(Framework.PLATFORM);
        boolean isOther = running != null && running != descriptor && parent(descriptor) == null;
        Object id = isOther ? UNIQUE_ID.of(descriptor) : null;
        return id != null && id.equals(UNIQUE_ID.of(running)) ? running : descriptor;
    }

    private void started(Object descriptor) {
        if (!session.awaits(Framework.PLATFORM, descriptor)) {
            // Only for the first of several listeners, to avoid computing names again.
            session.start(Framework.PLATFORM, descriptor, name(descriptor));
        }
        if (!Boolean.TRUE.equals(announced.get(descriptor))) {
            announced.put(descriptor, true);
            count(descriptor);
        }
    }

    /** Counts a test, with or without a row. */
    private void count(Object descriptor) {
        session.counts().announced();
        Object running = session.running(Framework.PLATFORM);
        boolean other = session.runsTest() && !session.awaits(Framework.PLATFORM, descriptor);
        if (other && (running == null || !areApart(running, descriptor))) {
            session.counts().inside();
        }
    }

    /** Begins a test on top of the thread's current one, if both are in one plan and neither contains the other. */
    private void interrupt(Framework by, Object descriptor) {
        Object running = session.running(Framework.PLATFORM);
        if (running != null && running != descriptor && areApart(running, descriptor)) {
            session.interrupts(by, descriptor);
        }
    }

    /**
     * Whether two nodes are in one tree and the second is not below the first. Trees of different launchers are
     * separate: a test that calls a launcher runs those tests as part of itself.
     */
    private static boolean areApart(Object running, Object descriptor) {
        for (Object up = parent(descriptor); up != null; up = parent(up)) {
            if (up == running) {
                return false;
            }
        }
        return root(descriptor) == root(running);
    }

    private static Object root(Object descriptor) {
        Object root = descriptor;
        for (Object up = parent(descriptor); up != null; up = parent(up)) {
            root = up;
        }
        return root;
    }

    /**
     * Whether a node is in the tree of an open test of another thread: an engine may run a test's parts on other threads.
     * Otherwise the test runs the other tree, whose tests are counted as inside a test.
     */
    boolean isOfTreeOf(int event, Object descriptor, Object running) {
        if (running != Session.UNKNOWN && root(descriptor) == root(running)) {
            return true;
        }
        if (event == Event.PLATFORM_STARTED
                && Boolean.TRUE.equals(IS_TEST.of(descriptor))
                && !Boolean.TRUE.equals(announced.get(descriptor))) {
            announced.put(descriptor, true);
            session.counts().announced();
            session.counts().inside();
        }
        return false;
    }

    private static Object parent(Object descriptor) {
        return value(PARENT.of(descriptor));
    }

    /**
     * Engines not built on the hierarchical engine report the start of containers only to listeners, and never when
     * they turn to the children. Frameworks that report themselves do so more precisely.
     */
    private void containerStarted(Object descriptor) {
        TestName name = name(descriptor);
        session.containerStarted(name);
        startsBelow(parent(descriptor));
        if (!name.id.startsWith(VINTAGE) && !name.id.startsWith(TESTNG)) {
            session.opens(Framework.PLATFORM, descriptor, name, false);
        }
    }

    /** Called when something begins below a descriptor, which may be a test: Spock's features are. */
    private void startsBelow(Object parent) {
        if (parent == null) {
            return;
        }
        if (Boolean.TRUE.equals(IS_TEST.of(parent))) {
            session.splits(Framework.PLATFORM, parent);
        } else {
            session.handsOn(Framework.PLATFORM, parent);
        }
    }

    /**
     * Ends a node whose task an exception leaves. The platform passes an {@link OutOfMemoryError} on instead of
     * reporting it, up to whoever started the launcher; so does it with exceptions of listeners.
     */
    private void escaped(Object descriptor, Throwable thrown, boolean test) {
        if (test && session.running(Framework.PLATFORM) == descriptor) {
            // Its instance may have thrown, before its start was reported.
            started(descriptor);
        }
        boolean own = test || isOfContainer(thrown);
        escaped.put(thrown, true);
        finished(descriptor, own ? Outcome.FAILED : Outcome.PASSED, thrown, test);
    }

    /**
     * Whether a container's own code threw this. Otherwise it left a node below before, also as the cause of a copy
     * made for another thread; or it says that the tasks below are cancelled, because the run ends.
     */
    private boolean isOfContainer(Throwable thrown) {
        return thrown instanceof VirtualMachineError
                && escaped.get(thrown) == null
                && (thrown.getCause() == null || escaped.get(thrown.getCause()) == null);
    }

    private void finished(Object descriptor, Outcome outcome, Throwable thrown, boolean test) {
        if (test && session.endsSplit(Framework.PLATFORM, descriptor, outcome, thrown)) {
            return;
        }
        if (test) {
            if (outcome != Outcome.PASSED) {
                session.fail(Framework.PLATFORM, descriptor, null, outcome, thrown);
            }
            session.end(Framework.PLATFORM, descriptor);
            announced.put(descriptor, false);
            return;
        }
        TestName name = name(descriptor);
        if (outcome != Outcome.PASSED) {
            session.fail(Framework.PLATFORM, descriptor, name, outcome, thrown);
        }
        session.closes(Framework.PLATFORM, descriptor);
        session.containerFinished(name);
    }

    /** Compared by name, because the enum belongs to any loaded copy of the framework. */
    private static Outcome outcome(Object status) {
        String name = status instanceof Enum ? ((Enum<?>) status).name() : "";
        if (name.equals("FAILED")) {
            return Outcome.FAILED;
        }
        return name.equals("ABORTED") ? Outcome.ABORTED : Outcome.PASSED;
    }

    private static Throwable thrown(Object result) {
        return (Throwable) value(THROWABLE.of(result));
    }

    static Object value(Object optional) {
        return optional instanceof Optional ? ((Optional<?>) optional).orElse(null) : null;
    }

    private static TestName name(Object descriptor) {
        TestName name = withoutDisplay(descriptor, PlatformIds.of(descriptor));
        String display = DisplayNames.of(descriptor, name);
        return display == null ? name : new TestName(name.id, name.className, name.method, display);
    }

    /** The name from the descriptor's source; otherwise from its id, or from the enclosing method or class. */
    private static TestName withoutDisplay(Object descriptor, String id) {
        TestName own = ofSource(descriptor, id);
        if (own != null) {
            return own;
        }
        TestName fromId = UniqueIds.name(id);
        if (fromId.className != null) {
            return fromId;
        }
        for (Object up = value(PARENT.of(descriptor)); up != null; up = value(PARENT.of(up))) {
            TestName inherited = ofSource(up, id);
            if (inherited != null) {
                return inherited;
            }
        }
        return fromId;
    }

    private static TestName ofSource(Object descriptor, String id) {
        Object source = value(SOURCE.of(descriptor));
        String className = METHOD_SOURCE_CLASS.string(source);
        if (className != null) {
            return new TestName(id, className, METHOD_SOURCE_NAME.string(source));
        }
        className = CLASS_SOURCE_CLASS.string(source);
        return className == null ? null : new TestName(id, className, null);
    }
}
