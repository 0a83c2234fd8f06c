package io.faultline.agent;

import io.faultline.bridge.Core;
import io.faultline.bridge.Library;
import io.faultline.instrument.Trampolines;
import io.faultline.listeners.TestEvents;
import io.faultline.listeners.TestPlan;
import io.faultline.runtime.CoreRecorder;
import io.faultline.runtime.HitChunks;
import io.faultline.runtime.Initialisers;
import io.faultline.runtime.Launch;
import io.faultline.runtime.LeftOutTests;
import io.faultline.runtime.MadeLoaders;
import io.faultline.runtime.Scopes;
import io.faultline.runtime.Session;
import io.faultline.runtime.Slashes;
import io.faultline.runtime.Tasks;
import io.faultline.runtime.TestClasses;
import io.faultline.runtime.Throws;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Wires the parts of the agent, once per JVM. */
final class Agent {
    private Agent() {}

    /**
     * Starts recording.
     *
     * <p>Everything that can fail happens before the first class is touched, so after a failure the JVM runs as if
     * there were no agent.
     *
     * @return null, or one sentence with the reason for the failure
     */
    static String start(String text, File jar, Instrumentation instrumentation) throws Exception {
        if (isAttached()) {
            Premain.tell("the agent is attached twice to this JVM; the first one records");
            return null;
        }
        Options options;
        try {
            options = Options.parse(text);
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
        String command = System.getProperty("sun.java.command", "");
        String program = Program.of(command);
        if (Program.runsMutants(program)) {
            return null;
        }
        String problem = problemOf(System.getProperty("java.vm.name"));
        if (problem != null) {
            return problem;
        }
        problem = Library.load(jar, new File(options.directory), instrumentation);
        if (problem != null) {
            return problem;
        }
        problem = Core.start(options.directory, description(options), options.run);
        if (problem != null) {
            return problem;
        }
        Class<?> trampolines = Core.defineBootClass(Trampolines.MAIN, Trampolines.main());
        if (trampolines == null) {
            return "the JVM refused a class that instrumented code needs: " + Core.trouble();
        }
        trampolines.getField("tasks").set(null, new Tasks());
        problem = makeCells();
        if (problem != null) {
            return problem;
        }
        trampolines.getField("scopes").set(null, new Scopes());
        Richer richer = new Richer(options.branches, options.returns);
        problem = richer.prepare();
        if (problem != null) {
            return problem;
        }
        KnownClasses known = new KnownClasses();
        Launch launch = new Launch(jar.getPath());
        MadeLoaders loaders = new MadeLoaders();
        TestClasses tests = new TestClasses();
        Session session = new Session(new CoreRecorder(launch, loaders), new Scoping(instrumentation, known), tests);
        Initialisers initialisers = new Initialisers(session, tests);
        trampolines.getField("initialiser").set(null, initialisers);
        trampolines.getField("failures").set(null, initialisers);
        boolean belowTest = Below.isBelowTest(options, jar.getPath(), command);
        LeftOutTests leftOut = belowTest ? new LeftOutTests() : null;
        Session rows = leftOut == null ? session : new Session(leftOut);
        TestPlan plan =
                belowTest ? TestPlan.of(null, null, null) : TestPlan.of(options.baseline, options.order, options.root);
        trampolines.getField("events").set(null, new TestEvents(rows, plan, launch));
        Scope scope = new Scope(options);
        Places places = new Places(scope, tests);
        boolean hasOthers = Core.hasOtherAgents(jar.getPath());
        LostProbes lost = new LostProbes(instrumentation, known, hasOthers);
        End end = new End(session, leftOut, plan, scope, places, known, lost, richer);
        Runtime.getRuntime().addShutdownHook(end);
        if (options.jvmti && (Core.watch(end) & Core.WATCHES_THROWS) != 0) {
            new Witness().install();
        }
        Originals originals = null;
        if (hasOthers) {
            originals = new Originals(scope);
            instrumentation.addTransformer(originals);
        }
        Transformer transformer = new Transformer(
                scope,
                new HitChunks(new BootChunks()),
                known,
                launch,
                loaders,
                options.fork,
                plan.selects(),
                richer,
                originals,
                tests,
                places);
        instrumentation.addTransformer(transformer, true);
        LoadedBefore.instrument(instrumentation, scope);
        if (options.fork) {
            Below below = new Below(belowTest, options, command, session);
            JavaCommands commands = new JavaCommands(jar.getPath(), options.forChildren(), below);
            trampolines.getField("commands").set(null, options.run == null ? commands : new DuringRun(commands));
            problem = hookProcesses(instrumentation);
            if (problem != null) {
                instrumentation.removeTransformer(transformer);
            }
        }
        return problem;
    }

    /**
     * Returns null for JVMs derived from OpenJDK. Other JVMs may not support what the agent relies on: defining classes
     * in {@code java.lang} with the boot loader, and their constants.
     */
    static String problemOf(String vm) {
        for (String known : new String[] {"HotSpot", "OpenJDK", "GraalVM", "Dynamic Code Evolution"}) {
            if (vm == null || vm.contains(known)) {
                return null;
            }
        }
        return "the agent was never tried on this JVM (" + vm + ")";
    }

    private static boolean isAttached() {
        try {
            Class.forName(Trampolines.MAIN.replace('/', '.'), false, null);
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    /** Defines the class through which probes find their thread's owner. Returns a sentence if that fails. */
    @SuppressWarnings("unchecked")
    private static String makeCells() throws Exception {
        byte[] pattern = OwnFiles.read(Trampolines.cellResource());
        if (pattern == null) {
            return "the agent's jar lacks a part: " + Trampolines.cellResource();
        }
        Class<?> cell = Core.defineBootClass(Trampolines.cellName(), Trampolines.cell(pattern));
        if (cell == null) {
            return "the JVM refused a class that instrumented code needs: " + Core.trouble();
        }
        cell.getField("threads").set(null, Scopes.CELLS);
        Scopes.makeCells((Supplier<Consumer<byte[][][]>>) cell.getConstructor().newInstance());
        return null;
    }

    private static String hookProcesses(Instrumentation instrumentation) {
        try {
            instrumentation.retransformClasses(Class.forName(ProcessHook.CLASS.replace('/', '.'), false, null));
            return null;
        } catch (ClassNotFoundException | UnmodifiableClassException | LinkageError e) {
            return "the agent cannot follow the processes that this JVM starts: " + e;
        }
    }

    /**
     * Describes the JVM for readers of the file, without arguments, which may be secrets. After a tab follows the
     * working directory, which distinguishes equally named tests of two modules, and what {@code Origin} of the core
     * says.
     */
    private static String description(Options options) {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.version") + ", "
                + Program.of(System.getProperty("sun.java.command")) + "\t"
                + seenFrom(options.root, System.getProperty("user.dir", ""))
                + more(
                        options.include.isEmpty() ? "" : "asked",
                        options.startedBy == null ? "" : Options.encode(options.startedBy),
                        ScannedFolders.of(System.getProperty("sun.java.command"), System.getProperty("user.dir", "")),
                        Below.isProgram(options, System.getProperty("sun.java.command", "")) ? "program" : "");
    }

    /** Returns fields with a tab before each, without empty ones at the end. */
    private static String more(String... fields) {
        StringBuilder more = new StringBuilder();
        for (int i = fields.length - 1; i >= 0; i--) {
            if (more.length() > 0 || !fields[i].isEmpty()) {
                more.insert(0, fields[i]).insert(0, '\t');
            }
        }
        return more.toString();
    }

    /**
     * Returns {@code current} relative to {@code project}, so that it is the same in every copy of a project; unchanged
     * if outside.
     */
    static String seenFrom(String project, String current) {
        String root = project == null ? null : Slashes.of(project);
        String folder = Slashes.of(current);
        if (root == null || !(folder + "/").startsWith(root + "/")) {
            return folder;
        }
        return folder.length() == root.length() ? "." : folder.substring(root.length() + 1);
    }

    /** Makes chunks available as static fields of classes defined by the boot loader. */
    private static final class BootChunks implements HitChunks.Source {
        @Override
        public boolean define(int chunk, int size) {
            Class<?> holder = Core.defineBootClass(Trampolines.chunkName(chunk), Trampolines.chunk(chunk, size));
            if (holder == null) {
                return false;
            }
            Scopes.addChunk(chunk, size);
            try {
                byte[] hits = (byte[]) holder.getField("hits").get(null);
                Scopes.shareChunk(chunk, hits);
                Core.addChunk(chunk, hits);
                return true;
            } catch (ReflectiveOperationException impossible) {
                return false;
            }
        }
    }

    /** Reports throw sites from events of the JVM. */
    private static final class Witness extends Throws {
        @Override
        protected void listen(boolean on) {
            Core.watchThrows(on);
        }

        @Override
        protected String[] site(Throwable thrown) {
            return Core.throwSite(thrown);
        }
    }
}
