package io.faultline.agent;

import io.faultline.agent.KnownClasses.Known;
import io.faultline.bridge.Core;
import io.faultline.instrument.ClassPlan;
import io.faultline.instrument.InitialiserBracket;
import io.faultline.instrument.Instrumenter;
import io.faultline.instrument.OpenClass;
import io.faultline.instrument.Refused;
import io.faultline.instrument.SourceMap;
import io.faultline.listeners.FrameworkWeaver;
import io.faultline.runtime.HitChunks;
import io.faultline.runtime.HitChunks.Range;
import io.faultline.runtime.Launch;
import io.faultline.runtime.MadeLoaders;
import io.faultline.runtime.OriginalDomain;
import io.faultline.runtime.TestClasses;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * Decides for every defined class whether it is instrumented, woven, or left unchanged.
 *
 * <p>Errors: none; a class in scope that cannot be instrumented stays unchanged and is counted. Threads: any, with the
 * locks and permissions of the application. Therefore it reads no properties, and loads and calls nothing of the
 * application.
 */
final class Transformer implements ClassFileTransformer {
    private static final String NO_ROOM = "no room for its hits";

    private final Scope scope;
    private final boolean hookProcesses;

    /** Whether tests may be left out. */
    private final boolean selects;

    private final KnownClasses known;
    private final Launch launch;
    private final MadeLoaders loaders;
    private final Richer richer;

    /** The original files of classes changed by other agents; null without such agents. */
    private final Originals originals;

    private final TestClasses tests;

    private final ToldClasses classes;

    private final Places places;

    private final ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();

    Transformer(
            Scope scope,
            HitChunks chunks,
            KnownClasses known,
            Launch launch,
            MadeLoaders loaders,
            boolean hookProcesses,
            boolean selects,
            Richer richer,
            Originals originals,
            TestClasses tests,
            Places places) {
        this.scope = scope;
        this.places = places;
        this.known = known;
        this.launch = launch;
        this.loaders = loaders;
        this.hookProcesses = hookProcesses;
        this.selects = selects;
        this.richer = richer;
        this.originals = originals;
        this.tests = tests;
        this.classes = new ToldClasses(known, chunks, richer, new Inlined(scope));
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        try {
            if (loader == null) {
                // Classes of the JDK and ours get no probes; our own classes may be loading right now.
                Location appended = places.ofBoot(className);
                return appended == null
                        ? ofJdk(className, classFile)
                        : transform(null, className, appended, domain, classFile, false);
            }
            if (loader == platform) {
                return null;
            }
            String internal = className == null ? new ClassReader(classFile).getClassName() : className;
            Location location = places.of(loader, internal, domain, classFile, redefined == null);
            boolean isSaid = location == scope.locationOf(domain);
            return transform(loader, internal, location, domain, classFile, isSaid);
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            return null;
        }
    }

    private byte[] ofJdk(String className, byte[] classFile) {
        if (hookProcesses && ProcessHook.CLASS.equals(className)) {
            return ProcessHook.weave(classFile);
        }
        if (FrameworkWeaver.WAITED.equals(className)) {
            return FrameworkWeaver.weave(className, classFile, false);
        }
        return known.areScoped() && TaskHook.isWoven(className) ? TaskHook.weave(className, classFile) : null;
    }

    /** {@code isSaid} tells whether the location is that of the class's code source. */
    private byte[] transform(
            ClassLoader loader,
            String internal,
            Location location,
            ProtectionDomain domain,
            byte[] classFile,
            boolean isSaid) {
        launch.comesFrom(internal, location.path);
        String name = internal.replace('/', '.');
        loaders.defines(loader, name);
        if (selects && EmptyTestTask.CLASS.equals(internal)) {
            return EmptyTestTask.weave(classFile);
        }
        byte[] changed = null;
        boolean recorded = scope.contains(name, location);
        if (recorded) {
            changed = instrument(loader, name, location, classFile, OriginalDomain.of(domain, classFile), isSaid);
        } else if (scope.isOfTests(name, location)) {
            changed = ofTests(loader, name, location, classFile);
        }
        if (known.areScoped() && LibraryTasks.isWoven(internal)) {
            changed = LibraryTasks.weave(internal, changed == null ? classFile : changed);
        }
        if (FrameworkWeaver.mayReport(internal) || FrameworkWeaver.mayRun(internal, classFile)) {
            byte[] woven = FrameworkWeaver.weave(internal, changed == null ? classFile : changed, recorded);
            if (woven != null) {
                tests.frameworkSeen();
                return woven;
            }
        }
        return changed;
    }

    /**
     * Instruments a test class: brackets its static initialiser, and adds probes at lines inlined from the project.
     * Returns null if it has neither or cannot be read.
     */
    private byte[] ofTests(ClassLoader loader, String name, Location location, byte[] classFile) {
        try {
            InitialiserBracket bracket = InitialiserBracket.of(classFile);
            tests.add(name, bracket.supertypes(), bracket.others());
            SourceMap map = bracket.inlined();
            byte[] changed = map == null ? null : copies(loader, name, location, classFile, map);
            return changed == null && bracket.isWanted() ? bracket.around(tests.number(name)) : changed;
        } catch (Refused refused) {
            return null;
        }
    }

    private byte[] copies(ClassLoader loader, String name, Location location, byte[] classFile, SourceMap map) {
        Map<String, int[]> lines = classes.inlinedFrom(loader, map);
        if (lines.isEmpty()) {
            return null;
        }
        try {
            OpenClass open = OpenClass.copies(classFile, map, lines);
            Known before = known.find(loader, open.plan);
            Known now = before == null ? classes.add(loader, open.plan, null) : before;
            if (now == null) {
                Core.refuse(name, NO_ROOM);
                return null;
            }
            Range range = now.range;
            byte[] changed = woven(classFile, open, tests.number(name), range, known.areScoped(now));
            if (before == null) {
                classes.tell(loader, now, location, open);
            }
            return changed;
        } catch (Refused refused) {
            return null;
        }
    }

    /** Instruments {@code classFile}; {@code original} is the file by which the class is identified. */
    private byte[] instrument(
            ClassLoader loader, String name, Location location, byte[] classFile, byte[] original, boolean isSaid) {
        byte[] seen = originals == null ? null : originals.take(loader, name);
        try {
            OpenClass open = OpenClass.read(original);
            ClassPlan plan = open.plan;
            boolean isOriginal = classFile == original;
            Known before = known.find(loader, plan);
            if (before != null) {
                return instrument(classFile, open, isOriginal, before);
            }
            Known added = classes.add(loader, plan, classFile);
            if (added == null) {
                Core.refuse(name, NO_ROOM);
                return null;
            }
            byte[] changed = instrument(classFile, open, isOriginal, added);
            // A loader that reads files by itself may change them.
            boolean mayBeChanged = (originals != null || !isSaid) && isOriginal;
            byte[] compiled = mayBeChanged ? Originals.file(seen, name, location, classFile) : null;
            classes.tell(loader, added, location, compiled == null ? open : unchanged(compiled, classFile, open));
            return changed;
        } catch (Refused refused) {
            // A tool for mocks that undoes its change gives a class the bytes that it got from us, with their probes.
            boolean isOurs = refused.getMessage().equals(Refused.ALREADY) && known.isNamed(name);
            if (isOurs || !isWorthReporting(name, refused)) {
                return null;
            }
            if (refused.getMessage().equals(Refused.NO_LINES)) {
                return instrumentUnlined(loader, name, location, classFile, original);
            }
            Core.refuse(name, refused.getMessage());
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            Core.refuse(name, "internal error: " + ours.getClass().getName());
        }
        return null;
    }

    /**
     * Instruments a class without lines, so that it is known which tests ran it although nothing in it can be suspected.
     * The class is counted as refused. Returns null if it cannot be instrumented.
     */
    private byte[] instrumentUnlined(
            ClassLoader loader, String name, Location location, byte[] classFile, byte[] original) {
        Known before = null;
        try {
            OpenClass open = OpenClass.unlined(original);
            before = known.find(loader, open.plan);
            Known now = before == null ? classes.add(loader, open.plan, null) : before;
            if (now == null) {
                return null;
            }
            byte[] changed = instrument(classFile, open, classFile == original, now);
            if (before == null) {
                classes.tell(loader, now, location, open);
            }
            return changed;
        } catch (Refused noRoom) {
            return null;
        } finally {
            if (before == null) {
                Core.refuse(name, Refused.NO_LINES);
            }
        }
    }

    private byte[] instrument(byte[] classFile, OpenClass open, boolean isOriginal, Known known) throws Refused {
        boolean scoped = this.known.areScoped(known);
        byte[] rich = richer.instrument(classFile, open.plan, known, scoped);
        if (rich != null) {
            return rich;
        }
        Range range = known.range;
        return isOriginal
                ? woven(classFile, open, known.id, range, scoped)
                : Instrumenter.instrument(classFile, open.plan, known.id, range.chunk, range.base, scoped);
    }

    /** Instruments a class whose bytes were planned: by the core, which needs no warm-up, unless it cannot. */
    private static byte[] woven(byte[] classFile, OpenClass open, int id, Range range, boolean scoped) throws Refused {
        int[] order = open.order();
        if (order != null) {
            int probes = !scoped ? Core.FROM_CHUNK : open.seesTests() ? Core.AT_EVERY_LINE : Core.FROM_THREAD;
            byte[] woven = Core.weave(classFile, id, range.chunk, range.base, probes, order, open.plan.lines);
            if (woven != null) {
                return woven;
            }
        }
        return open.instrument(id, range.chunk, range.base, scoped);
    }

    /**
     * Returns the class as compiled if another agent's changes kept all slots; the class as defined, known by its file, if
     * they only moved and added lines, as AspectJ's do; otherwise the class as defined.
     */
    private static OpenClass unchanged(byte[] compiled, byte[] defined, OpenClass open) {
        if (Arrays.equals(compiled, defined)) {
            return open;
        }
        try {
            OpenClass before = OpenClass.read(compiled);
            if (before.plan.hasSlotsOf(open.plan)) {
                return before;
            }
            return open.plan.hasLinesOf(before.plan) ? open.madeOf(before.plan) : open;
        } catch (Refused refused) {
            return open;
        }
    }

    /** Whether a refusal is reported; not for interfaces without code, nor for mocks and proxies made at run time. */
    private static boolean isWorthReporting(String name, Refused refused) {
        String reason = refused.getMessage();
        boolean generated = name.contains("$$") || name.contains("$MockitoMock$") || name.contains("$ByteBuddy$");
        return !reason.equals(Refused.NO_CODE) && !(generated && reason.equals(Refused.NO_LINES));
    }
}
