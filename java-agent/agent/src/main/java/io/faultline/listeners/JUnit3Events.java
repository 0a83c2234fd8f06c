package io.faultline.listeners;

import io.faultline.runtime.Framework;
import io.faultline.runtime.Outcome;
import io.faultline.runtime.Session;
import io.faultline.runtime.TestName;

/**
 * Events of JUnit 3, from its {@code TestResult}. Ids have the form of JUnit 4, {@code method(Class)}.
 *
 * <p>Code of a {@code TestSetup} before its tests is a fixture of all of them. What a constructor runs is a fixture of
 * its test ({@link MadeEvents}), because JUnit 3 creates all instances before it runs the first test.
 *
 * <p>Tests are identified by object, because names come from methods that tests may override.
 */
final class JUnit3Events {
    private static final Getter NAME = new Getter("junit.framework.TestCase", "getName");
    private static final Getter DESCRIPTION = new Getter("org.junit.runner.Describable", "getDescription");
    private static final Getter DISPLAY_NAME = new Getter("org.junit.runner.Description", "getDisplayName");

    private final Session session;
    private final MadeEvents made;

    JUnit3Events(Session session, MadeEvents made) {
        this.session = session;
        this.made = made;
    }

    void on(int event, Object test, Object thrown) {
        switch (event) {
            case Event.JUNIT3_START:
                session.start(Framework.JUNIT3, test, name(test));
                session.addFixtures(Framework.JUNIT3, test, made.of(test));
                break;
            case Event.JUNIT3_FAILURE:
                // The name is used for a failure outside any test, which has no row to go to.
                session.fail(Framework.JUNIT3, test, classOf(test), Outcome.FAILED, (Throwable) thrown);
                break;
            case Event.JUNIT3_END:
                session.end(Framework.JUNIT3, test);
                break;
            case Event.JUNIT3_SETUP_STARTS:
                session.opens(Framework.JUNIT3, test, classOf(test), false);
                break;
            case Event.JUNIT3_SETUP_ENDS:
                session.closes(Framework.JUNIT3, test);
                break;
            default:
                break;
        }
    }

    static TestName name(Object test) {
        String described = DISPLAY_NAME.string(DESCRIPTION.of(test));
        if (described != null) {
            return JUnit4Names.named(described, 1);
        }
        String method = NAME.string(test);
        if (method == null) {
            return classOf(test);
        }
        return JUnit4Names.named(method + "(" + test.getClass().getName() + ")", 1);
    }

    private static TestName classOf(Object test) {
        String className = test == null ? "" : test.getClass().getName();
        return new TestName(className, className, null);
    }
}
