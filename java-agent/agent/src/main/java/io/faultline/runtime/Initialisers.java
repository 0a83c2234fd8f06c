package io.faultline.runtime;

import io.faultline.bridge.Core;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/**
 * Receives the begin and end of static initialisers: class {@code id} at the entry of {@code <clinit>}, {@code ~id} at
 * every return, and {@code id} with the exception if it throws.
 *
 * <p>Called on the application's threads inside its code. An error in here (such as a stack overflow) would become an
 * {@code ExceptionInInitializerError} of the application, so only a request to stop the thread passes.
 */
public final class Initialisers implements IntConsumer, ObjIntConsumer<Object> {
    private final TestInitialisers ofTests;

    /** @param classes test classes with their initialisers */
    public Initialisers(Session session, TestClasses classes) {
        ofTests = new TestInitialisers(session, classes);
    }

    @Override
    public void accept(int id) {
        try {
            if (id >= TestClasses.FIRST) {
                ofTests.enter(id);
            } else if (~id >= TestClasses.FIRST) {
                ofTests.exit(~id);
            } else if (id >= 0) {
                enter(id);
            } else {
                exit(~id);
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            // The hits of this initialiser may count for the running test; nothing else is lost.
        }
    }

    @Override
    public void accept(Object thrown, int id) {
        accept(~id);
        try {
            if (id >= TestClasses.FIRST) {
                ofTests.failed(id); // the trace names the class, as for all classes that are not recorded
            } else {
                FailedInitialisers.left((Throwable) thrown, id);
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            // Later failures caused by this class are not recognised; nothing else is lost.
        }
    }

    private static void enter(int id) {
        Place place = Scopes.here();
        Context initialiser = place.enterInitialiser(id);
        initialiser.inCore = !Scopes.areApart();
        if (initialiser.inCore) {
            Paths.enter();
            Core.enterInitialiser(id);
        }
    }

    private static void exit(int id) {
        Place place = Scopes.here();
        Context initialiser = place.leaveInitialiser(id);
        if (initialiser != null && initialiser.inCore) {
            Paths.exit();
        }
        byte[][] hits = initialiser == null ? null : initialiser.end();
        // Scoped probes run slightly before threads are told apart everywhere.
        if (hits == null && !Scopes.areApart()) {
            Core.exitInitialiser(id);
        } else if (initialiser != null) {
            // The code that triggered the initialisation touched the class, even if it runs nothing else there.
            Scopes.touch(place, id);
            if (hits != null || initialiser.inCore) {
                Core.exitApart(id, initialiser.inCore, hits);
                initialiser.recycle(hits);
            }
        }
    }
}
