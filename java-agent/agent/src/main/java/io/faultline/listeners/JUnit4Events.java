package io.faultline.listeners;

import io.faultline.runtime.Framework;
import io.faultline.runtime.Outcome;
import io.faultline.runtime.Session;
import io.faultline.runtime.TestName;

/**
 * Events of JUnit 4, from its {@code RunNotifier}. A row's id is made of the description's display name ({@link
 * JUnit4Names}), so every parameterised invocation is a row. A row begins when its runner turns to the test, before the instance is created; class rules and
 * {@code @BeforeClass} are a fixture of all tests of the class, and so is what ran while its runner was made.
 */
final class JUnit4Events {
    private static final Getter FAILURE_DESCRIPTION =
            new Getter("org.junit.runner.notification.Failure", "getDescription");
    private static final Getter FAILURE_EXCEPTION = new Getter("org.junit.runner.notification.Failure", "getException");

    private static final Getter RUNNER_DESCRIPTION = new Getter("org.junit.runner.Runner", "getDescription");
    private static final Getter TEST_CLASS = new Getter("org.junit.runners.ParentRunner", "getTestClass");
    private static final Getter CLASS_NAME = new Getter("org.junit.runners.model.TestClass", "getName");

    private final Session session;
    private final MadeEvents made;
    private final JUnit4Names names = new JUnit4Names();

    JUnit4Events(Session session, MadeEvents made) {
        this.session = session;
        this.made = made;
    }

    void on(int event, Object subject) {
        switch (event) {
            case Event.JUNIT4_STARTED:
                session.start(Framework.JUNIT4, JUnit4Names.shown(subject), names.ofNext(subject));
                break;
            case Event.JUNIT4_FAILURE:
                failed(subject, Outcome.FAILED);
                break;
            case Event.JUNIT4_ASSUMPTION_FAILED:
                failed(subject, Outcome.ABORTED);
                break;
            case Event.JUNIT4_IGNORED:
                session.skip(Framework.JUNIT4, subject, names.ofNext(subject));
                break;
            case Event.JUNIT4_FINISHED:
                session.end(Framework.JUNIT4, JUnit4Names.shown(subject));
                break;
            case Event.JUNIT4_RUNNER_RUNS:
                names.read(RUNNER_DESCRIPTION.of(subject));
                break;
            case Event.JUNIT4_CLASS_STARTS:
                classStarts(subject);
                break;
            case Event.JUNIT4_CLASS_HANDS_ON:
                session.handsOn();
                break;
            case Event.JUNIT4_CLASS_ENDS:
                session.closes(Framework.JUNIT4, subject);
                break;
            case Event.JUNIT4_CHILD:
                session.prepare(Framework.JUNIT4, null, false);
                break;
            case Event.JUNIT4_INSTANCE:
                session.prepare(Framework.JUNIT4, null, true);
                break;
            default:
                break;
        }
    }

    private void classStarts(Object runner) {
        Object description = RUNNER_DESCRIPTION.of(runner);
        names.read(description);
        if (session.opens(Framework.JUNIT4, runner, className(runner, description), false)) {
            session.uses(made.of(runner));
        }
    }

    private void failed(Object failure, Outcome outcome) {
        Object description = FAILURE_DESCRIPTION.of(failure);
        Throwable thrown = (Throwable) FAILURE_EXCEPTION.of(failure);
        session.fail(Framework.JUNIT4, JUnit4Names.shown(description), names.of(description), outcome, thrown);
    }

    private static TestName className(Object runner, Object description) {
        TestName displayed = TestName.ofDisplayName(JUnit4Names.shown(description));
        String tested = CLASS_NAME.string(TEST_CLASS.of(runner));
        return new TestName(displayed.id, tested == null ? displayed.className : tested, null);
    }
}
