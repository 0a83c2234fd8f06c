package io.faultline.runtime;

import io.faultline.bridge.Core;

/**
 * The recorder that uses the native core.
 *
 * <p>While tests run one after another, all hits are in the shared chunks and the core attributes them. Once threads
 * are told apart ({@link Scopes}), a test's hits are in separate arrays. A test open at that moment has both, because
 * frames running at the time keep storing into the chunks.
 */
public final class CoreRecorder implements Recorder {
    /** Passes an owner's arrays to the core at the end of a test or of the JVM. */
    private static final Background.Sink BACKGROUND = new Background.Sink() {
        @Override
        public void background(String thread, byte[][] hits) {
            Core.background(thread, hits);
        }
    };

    private static final Counts.Sink COUNTS = new Counts.Sink() {
        @Override
        public void count(String name, long value) {
            Core.count(name, value);
        }
    };

    private static final MadeLoaders.Sink LOADED = new MadeLoaders.Sink() {
        @Override
        public void loaded(String testClass, int loader, String kind, String[] places) {
            Core.loaded(testClass, loader, kind, places);
        }
    };

    private final Launch launch;
    private final MadeLoaders loaders;

    public CoreRecorder(Launch launch, MadeLoaders loaders) {
        this.launch = launch;
        this.loaders = loaders;
    }

    /** Number of shared creations begun so far. */
    private static int shared;

    /** Failed initialisers are read only between tests. */
    private static final FailedInitialisers.Sink FAILED = new FailedInitialisers.Sink() {
        @Override
        public void failed(FailedInitialisers.Failed of, Failure thrown, FailedInitialisers.Failed by) {
            Failure first = thrown.first == null ? thrown : thrown.first;
            Core.initialiserFailed(
                    of.id,
                    of.name,
                    first.exception,
                    first.frames,
                    first.lines,
                    by == null ? -1 : by.id,
                    by == null ? null : by.name);
        }
    };

    @Override
    public void announce(TestName name) {
        if (name.className != null) {
            loaders.tell(name.className, LOADED);
        }
    }

    @Override
    public Context startTest() {
        launch.tell();
        Place place = Scopes.here();
        leaveBetween(place);
        Context test = place.startTest();
        Scopes.started(test);
        if (Scopes.areStraying() || !Scopes.areApart()) {
            test.inCore = true;
            Core.startTest();
        }
        return test;
    }

    @Override
    public Context startRow(boolean others) {
        if (Scopes.areApart()) {
            Context between = Scopes.here().takeBetween();
            return between == null ? Context.rest() : between;
        }
        return others ? startTest() : null;
    }

    @Override
    public Object interrupt() {
        return Scopes.here().interrupt();
    }

    @Override
    public void resume(Object left) {
        Place place = Scopes.here();
        leaveBetween(place);
        place.resume((Place.Left) left);
    }

    @Override
    public void capture(Context test) {
        // Hits in the chunks outside of tests are kept for the end: a capture would drop them.
        if (test == null ? !Scopes.areApart() || Scopes.areStraying() : test.inCore) {
            Core.capture();
        }
        if (test != null) {
            test.freeze();
        }
    }

    @Override
    public void endTest(Context test, TestName name, Outcome outcome, long durationNanos, Failure failure) {
        boolean inCore = test == null || test.inCore;
        if (Scopes.areApart() && Scopes.isAlone(test) && Elders.outlive()) {
            Core.mark();
        }
        int[] path = test == null ? null : test.path();
        if (path != null) {
            Core.path(path);
        }
        byte[][] hits = test == null ? null : test.end();
        String exception = failure == null ? null : failure.exception;
        String[] frames = failure == null ? null : failure.frames;
        int[] lines = failure == null ? null : failure.lines;
        if (failure != null && failure.first != null) {
            Core.thrownFirst(failure.first.exception, failure.first.frames, failure.first.lines);
        }
        showAs(name);
        if (failure != null && failure.initialiser != null) {
            Core.failedBy(failure.initialiser.id, failure.initialiser.name);
        }
        if (inCore && hits == null) {
            Core.endTest(name.id, name.className, name.method, outcome.code, durationNanos, exception, frames, lines);
        } else {
            Core.endApart(
                    inCore,
                    hits,
                    name.id,
                    name.className,
                    name.method,
                    outcome.code,
                    durationNanos,
                    exception,
                    frames,
                    lines);
            test.recycle(hits);
        }
        FailedInitialisers.drain(FAILED);
        collectBetween();
    }

    @Override
    public void skipTest(TestName name) {
        showAs(name);
        Core.skipTest(name.id, name.className, name.method);
    }

    private static void showAs(TestName name) {
        if (name.display != null) {
            Core.shownAs(name.display);
        }
    }

    @Override
    public void dropTest(Context test) {
        if (test == null || test.inCore) {
            Core.dropTest();
        }
        if (test != null) {
            test.end();
        }
        collectBetween();
    }

    @Override
    public int endFixture(Context test, TestName name, boolean after) {
        boolean inCore = test == null || test.inCore;
        byte[][] hits = test == null ? null : test.end();
        int number = -1;
        if (inCore || hits != null) {
            number = Core.endFixture(inCore, hits, after, name.id, name.className, name.method);
        }
        collectBetween();
        return number;
    }

    @Override
    public void collectBetween() {
        if (Scopes.areApart()) {
            Scopes.here().collectBetween();
        }
    }

    @Override
    public Context owner() {
        return Scopes.here().owner();
    }

    @Override
    public Context startShared() {
        Context shared = Scopes.here().enterInitialiser(numberOfShared());
        shared.inCore = !Scopes.areApart();
        if (shared.inCore) {
            Paths.enter();
            Core.enterShared(shared.initialiser);
        }
        return shared;
    }

    @Override
    public int endShared(Context shared, TestName name) {
        Scopes.here().leaveInitialiser(shared.initialiser);
        if (shared.inCore) {
            Paths.exit();
        }
        byte[][] hits = shared.end();
        int number = -1;
        if (hits != null || shared.inCore) {
            number = Core.exitShared(shared.initialiser, shared.inCore, hits, name.id, name.className, name.method);
        }
        shared.recycle(hits);
        return number;
    }

    @Override
    public void beginAside() {
        Context aside = Scopes.here().enterInitialiser(Core.ASIDE);
        aside.inCore = !Scopes.areApart();
        if (aside.inCore) {
            Paths.enter();
            Core.enterShared(Core.ASIDE);
        }
    }

    @Override
    public void endAside(boolean forget) {
        Place place = Scopes.here();
        Context aside = place.leaveInitialiser(Core.ASIDE);
        if (aside == null) {
            return;
        }
        if (aside.inCore) {
            Paths.exit();
            Core.exitAside(Core.ASIDE, forget);
        }
        byte[][] hits = aside.end();
        if (hits != null && !forget) {
            place.add(hits);
        }
    }

    /**
     * Returns a number for a shared creation. It interrupts the current owner like an initialiser does, so it uses the
     * number of a non-existent class.
     */
    private static synchronized int numberOfShared() {
        return Core.SHARED + shared++;
    }

    @Override
    public int tests() {
        return Core.tests();
    }

    @Override
    public void charge(int test, int[] fixtures) {
        Core.charge(test, fixtures);
    }

    /** Passes on hits outside of tests and the numbers of tests, at the end of the JVM. */
    public static void finish(Counts counts) {
        FailedInitialisers.drain(FAILED);
        Background.drain(BACKGROUND);
        if (Scopes.areApart() && !Scopes.areStraying()) {
            // The remaining hits in the shared chunks come from frames older than telling threads apart.
            Core.background(Elders.names(), HitArrays.shared());
        }
        counts.tell(COUNTS);
    }

    private static void leaveBetween(Place place) {
        Context between = place.takeBetween();
        byte[][] hits = between == null ? null : between.end();
        if (hits != null) {
            Core.background(Background.name(Thread.currentThread()), hits);
        }
    }
}
