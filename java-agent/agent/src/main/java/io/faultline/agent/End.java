package io.faultline.agent;

import io.faultline.bridge.Core;
import io.faultline.listeners.Selection;
import io.faultline.listeners.TestPlan;
import io.faultline.runtime.CoreRecorder;
import io.faultline.runtime.LeftOutTests;
import io.faultline.runtime.Session;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;

/**
 * Finishes the recording when the JVM ends, once: writes rows of open tests, classes missed by transformers, and the
 * seal.
 *
 * <p>Runs as a shutdown hook and, where the JVM provides events, again at the very end, because {@code Runtime.halt}
 * runs no hooks.
 */
final class End extends Thread {
    private static final String HIDDEN = "defined as a hidden class";
    private static final String BEHIND = "defined without asking the agent";

    private final Session session;

    /** The tests without rows; null in a JVM whose tests have some. */
    private final LeftOutTests leftOut;

    /** Knows how many tests were left out because nothing has changed for them. */
    private final TestPlan plan;

    private final Scope scope;
    private final Places places;
    private final KnownClasses recorded;

    private final LostProbes lost;

    private final Richer richer;
    private boolean done;

    End(
            Session session,
            LeftOutTests leftOut,
            TestPlan plan,
            Scope scope,
            Places places,
            KnownClasses recorded,
            LostProbes lost,
            Richer richer) {
        super("faultline");
        setContextClassLoader(null);
        this.session = session;
        this.leftOut = leftOut;
        this.plan = plan;
        this.scope = scope;
        this.places = places;
        this.recorded = recorded;
        this.lost = lost;
        this.richer = richer;
    }

    @Override
    public void run() {
        synchronized (this) {
            if (done) {
                return;
            }
            done = true;
            try {
                session.jvmEnds();
            } finally {
                try {
                    refuseUnseen(Core.unseen());
                    lost.refuse();
                } finally {
                    CoreRecorder.finish(session.counts());
                    if (leftOut != null && leftOut.count() > 0) {
                        Core.count(LeftOutTests.COUNT, leftOut.count());
                    }
                    if (plan.leftOut() > 0) {
                        Core.count(Selection.COUNT, plan.leftOut());
                    }
                    if (richer.left() > 0) {
                        Core.count("methods of which not all outcomes are recorded", richer.left());
                    }
                    Core.finish();
                }
            }
        }
    }

    /** Records the classes in scope that no transformer saw, each name once. */
    private void refuseUnseen(Class<?>[] unseen) {
        Set<String> known = new HashSet<>();
        for (int i = 0; unseen != null && i < unseen.length; i++) {
            String name = unseen[i].getName();
            // p.Main/0x0000000800c03000
            int hidden = name.indexOf('/');
            String plain = hidden < 0 ? name : name.substring(0, hidden);
            // A transformer also sees classes that are defined without a name, which events of the JVM do not tell.
            boolean isInQuestion = !known.contains(plain) && !recorded.has(unseen[i]);
            if (isInQuestion && scope.contains(plain, locationOf(unseen[i], plain))) {
                known.add(plain);
                Core.refuse(plain, hidden < 0 ? BEHIND : HIDDEN);
            }
        }
    }

    private Location locationOf(Class<?> unseen, String name) {
        return places.ofDefined(unseen, name.replace('.', '/'), domain(unseen));
    }

    private static ProtectionDomain domain(Class<?> of) {
        try {
            return of.getProtectionDomain();
        } catch (RuntimeException refused) {
            // A security manager can refuse when a thread of the application halts the JVM.
            return null;
        }
    }
}
