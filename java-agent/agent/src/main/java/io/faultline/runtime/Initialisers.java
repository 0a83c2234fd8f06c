package io.faultline.runtime;

import io.faultline.bridge.Core;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/**
 * The ends of static initialisers: class {@code id} at the entry of {@code <clinit>}, {@code ~id} at
 * every return, and {@code id} with what was thrown where it is left by a throw.
 *
 * <p>Called by the application's threads inside the application's code. An error in here (a stack that
 * is just too short for our frames) would become an {@code ExceptionInInitializerError} over there, so
 * only a request to stop the thread passes.
 */
public final class Initialisers implements IntConsumer, ObjIntConsumer<Object> {
    private final TestInitialisers ofTests;

    /** @param classes whose initialisers are of tests */
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
            // The hits of this initialiser may be charged to the running test; nothing else is lost.
        }
    }

    @Override
    public void accept(Object thrown, int id) {
        accept(~id);
        try {
            if (id >= TestClasses.FIRST) {
                ofTests.failed(id); // the trace says which class it was, as of all that are not recorded
            } else {
                FailedInitialisers.left((Throwable) thrown, id);
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            // Tests that fail by this class later are not known to; nothing else is lost.
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
        // Scoped probes run a little before threads are told apart everywhere.
        if (hits == null && !Scopes.areApart()) {
            Core.exitInitialiser(id);
        } else if (initialiser != null) {
            // Whoever caused the initialisation has touched the class, even when nothing else of it runs.
            Scopes.touch(place, id);
            if (hits != null || initialiser.inCore) {
                Core.exitApart(id, initialiser.inCore, hits);
                initialiser.recycle(hits);
            }
        }
    }
}
