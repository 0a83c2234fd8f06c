package io.faultline.listeners;

import io.faultline.names.TestNgIds;
import io.faultline.runtime.Framework;
import io.faultline.runtime.Launch;
import io.faultline.runtime.Outcome;
import io.faultline.runtime.Session;
import io.faultline.runtime.TestName;
import io.faultline.runtime.WeakIdentityMap;
import java.lang.ref.WeakReference;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;

/**
 * Events of TestNG, from the invoker that runs an invocation of a test method.
 *
 * <p>A row begins with the invocation's {@code @BeforeMethod}s and ends before its result is reported. {@code
 * @AfterMethod} runs later in every version, and is a fixture added to the row after its end. Other fixture methods are
 * fixtures of the tests they run for. An invocation that is left out is skipped; one that is aborted while running, or
 * will be retried, is aborted. A failing fixture is a separate failed row, as in the build's report.
 */
final class TestNgEvents {
    private static final int SUCCESS = 1;
    private static final int FAILURE = 2;
    private static final int SKIP = 3;

    /** A failure that the test's {@code successPercentage} allows: build tools report that the invocation passed. */
    private static final int SUCCESS_PERCENTAGE_FAILURE = 4;

    private static final int STARTED = 16;

    private static final String RESULT = "org.testng.ITestResult";

    private static final Getter STATUS = new Getter(RESULT, "getStatus");
    private static final Getter THROWABLE = new Getter(RESULT, "getThrowable");
    private static final Getter METHOD = new Getter(RESULT, "getMethod");
    private static final Getter TEST_CLASS = new Getter(RESULT, "getTestClass");
    private static final Getter INSTANCE = new Getter(RESULT, "getInstance");
    private static final Getter PARAMETERS = new Getter(RESULT, "getParameters");
    private static final Getter INDEX = new Getter("org.testng.internal.TestResult", "getParameterIndex");
    private static final Getter CLASS_NAME = new Getter("org.testng.IClass", "getName");
    private static final Getter METHOD_NAME = new Getter("org.testng.ITestNGMethod", "getMethodName");

    private final Session session;
    private final MadeEvents made;
    private final Launch launch;

    private final TestNgIds ids = new TestNgIds();

    private final List<WeakReference<Throwable>> ofFixtures = new ArrayList<>();

    private final TestNgFixtures fixtures = new TestNgFixtures();

    private final TestNgParameters parameters = new TestNgParameters();

    /** The row that each thread ended last, for following {@code @AfterMethod}s. */
    private final List<LastRow> lastRows = new ArrayList<>();

    private static final class LastRow {
        final WeakReference<Thread> thread;
        int row;

        LastRow(Thread thread) {
            this.thread = new WeakReference<>(thread);
        }
    }

    /** Results of fixtures reported before they ran. */
    private final WeakIdentityMap<Object, Boolean> begun = new WeakIdentityMap<>();

    /** Whether the suite that began last is a dry run. */
    private volatile boolean dryRun;

    TestNgEvents(Session session, MadeEvents made, Launch launch) {
        this.session = session;
        this.made = made;
        this.launch = launch;
    }

    void on(int event, Object result, Object suite) {
        if (event == Event.TESTNG_SUITE) {
            dryRun = isDryRun();
        } else if (event == Event.TESTNG_PARAMETERS) {
            launch.given(parameters.with(suite));
        } else if (!dryRun) {
            ofTests(event, result);
        }
    }

    private void ofTests(int event, Object result) {
        switch (event) {
            case Event.TESTNG_INVOKE:
                session.start(Framework.TESTNG, null, null);
                break;
            case Event.TESTNG_RESULT:
                reported(result, status(result));
                break;
            case Event.TESTNG_CONFIGURATION:
                configuration(result, status(result));
                break;
            default:
                break;
        }
    }

    /**
     * Whether TestNG's engine for the JUnit Platform, used by Surefire 3.6, is discovering tests by a dry run:
     * everything is reported, but nothing runs. The engine sets a property meanwhile.
     */
    private static boolean isDryRun() {
        return AccessController.doPrivileged(new PrivilegedAction<Boolean>() {
            @Override
            public Boolean run() {
                return Boolean.getBoolean("testng.mode.dryrun");
            }
        });
    }

    private void reported(Object result, int status) {
        if (status == STARTED) {
            identify(result);
        } else if (status == SUCCESS || status == FAILURE || status == SUCCESS_PERCENTAGE_FAILURE || status == SKIP) {
            finished(result, status);
        }
    }

    private void finished(Object result, int status) {
        if (!session.awaits(Framework.TESTNG, result)) {
            if (status == SKIP) {
                session.skip(Framework.TESTNG, result, name(result));
            }
            return;
        }
        identify(result);
        Throwable thrown = (Throwable) THROWABLE.of(result);
        if (status == SKIP && neverRan(thrown)) {
            session.abandon(Framework.TESTNG, result);
            return;
        }
        if (status == FAILURE || status == SKIP) {
            Outcome outcome = status == SKIP ? Outcome.ABORTED : Outcome.FAILED;
            session.fail(Framework.TESTNG, result, null, outcome, thrown);
        }
        Object method = METHOD.of(result);
        session.addFixtures(Framework.TESTNG, result, fixtures.of(result, method, className(result)));
        session.addFixtures(Framework.TESTNG, result, made.of(INSTANCE.of(result)));
        lastRow(Thread.currentThread()).row = session.end(Framework.TESTNG, result);
    }

    /** Handles a fixture method, before and after it runs; inside a row it is part of the row. */
    private void configuration(Object result, int status) {
        Object method = METHOD.of(result);
        if (begins(result, status)) {
            String className = className(result);
            String name = METHOD_NAME.string(method);
            TestName fixture = new TestName(className + "." + name, className, name);
            session.opens(Framework.TESTNG, result, fixture, TestNgFixtures.isAfter(method));
            return;
        }
        if (status == FAILURE) {
            session.addFixtures(Framework.TESTNG, result, fixtures.of(result, method, className(result)));
            fixtureFailed(result);
        }
        int row = TestNgFixtures.isAfterEach(method) ? lastRow(Thread.currentThread()).row : -1;
        for (int number : session.closes(Framework.TESTNG, result)) {
            if (!TestNgFixtures.isAfterEach(method)) {
                fixtures.add(number, result, method, className(result));
            } else if (row >= 0) {
                session.charge(row, number);
            }
        }
    }

    /** Whether a fixture begins; TestNG 6 gives it the status of a success. */
    private boolean begins(Object result, int status) {
        boolean hasBegun = begun.get(result) != null;
        if (status == FAILURE || status == SKIP || (status == SUCCESS && hasBegun)) {
            return false;
        }
        begun.put(result, true);
        return true;
    }

    private synchronized LastRow lastRow(Thread thread) {
        for (int i = lastRows.size() - 1; i >= 0; i--) {
            Thread known = lastRows.get(i).thread.get();
            if (known == thread) {
                return lastRows.get(i);
            }
            if (known == null) {
                lastRows.remove(i);
            }
        }
        LastRow last = new LastRow(thread);
        last.row = -1;
        lastRows.add(last);
        return last;
    }

    private static String className(Object result) {
        return CLASS_NAME.string(TEST_CLASS.of(result));
    }

    private void fixtureFailed(Object result) {
        TestName name = name(result);
        Throwable thrown = (Throwable) THROWABLE.of(result);
        remember(thrown);
        if (session.awaits(Framework.TESTNG, null)) {
            // A @BeforeMethod failed: the open row becomes its row, and the test itself will be skipped.
            session.identify(Framework.TESTNG, result, name);
            session.fail(Framework.TESTNG, result, null, Outcome.FAILED, thrown);
            session.end(Framework.TESTNG, result);
        } else {
            session.fail(Framework.TESTNG, result, name, Outcome.FAILED, thrown);
        }
    }

    /** Whether TestNG skips an announced test because a fixture failed, with that fixture's exception or none. */
    private synchronized boolean neverRan(Throwable thrown) {
        if (thrown == null) {
            return true;
        }
        for (WeakReference<Throwable> fixture : ofFixtures) {
            if (fixture.get() == thrown) {
                return true;
            }
        }
        return false;
    }

    private synchronized void remember(Throwable thrown) {
        ofFixtures.add(new WeakReference<>(thrown));
    }

    private void identify(Object result) {
        if (session.awaits(Framework.TESTNG, null)) {
            session.identify(Framework.TESTNG, result, name(result));
        }
    }

    private static int status(Object result) {
        Object status = STATUS.of(result);
        return status instanceof Integer ? (Integer) status : -1;
    }

    private TestName name(Object result) {
        String className = className(result);
        String method = METHOD_NAME.string(METHOD.of(result));
        Object parameters = PARAMETERS.of(result);
        boolean hasParameters = parameters instanceof Object[] && ((Object[]) parameters).length > 0;
        Object index = INDEX.of(result);
        String id = ids.of(
                className + "." + method,
                made.numberOf(INSTANCE.of(result)),
                hasParameters,
                index instanceof Integer ? (Integer) index : TestNgIds.NO_INDEX);
        return new TestName(id, className, method);
    }
}
