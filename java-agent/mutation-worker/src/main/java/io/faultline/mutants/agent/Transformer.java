package io.faultline.mutants.agent;

import io.faultline.mutants.boot.Initialisers;
import io.faultline.mutants.boot.Site;
import io.faultline.mutants.driver.FrameworkWeaver;
import io.faultline.mutants.weave.Asserting;
import io.faultline.mutants.weave.ClassHash;
import io.faultline.mutants.weave.Schemata;
import io.faultline.mutants.weave.Woven;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Transforms classes as they load: adds mutants to targets, fuel to project classes, and exit interception to all
 * classes outside the JDK.
 *
 * <p>Errors: none; a class that fails is left unchanged and counted. Threads: safe.
 */
final class Transformer implements ClassFileTransformer {
    private static final String OURS = "io/faultline/";

    private final Settings settings;
    private final Consumer<Consumer<Sink>> events;
    private final FuelLocations fuel;
    private final Loaders loaders = new Loaders();
    private final AtomicInteger failures = new AtomicInteger();

    /** Numbers of the classes already reported, as woven and as left; several loaders may define one class. */
    private final Set<Integer> woven = Collections.synchronizedSet(new HashSet<>());

    private final Set<Integer> left = Collections.synchronizedSet(new HashSet<>());

    Transformer(Settings settings, Consumer<Consumer<Sink>> events) {
        this.settings = settings;
        this.events = events;
        this.fuel = new FuelLocations(settings.fuel);
    }

    int failures() {
        return failures.get();
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (name == null || name.startsWith(OURS) || Loaders.isOfJdk(loader)) {
            return null;
        }
        Settings.Target target = settings.targets.get(name);
        try {
            if (!loaders.seesSites(loader)) {
                refuse(target, name, "its class loader does not ask the boot loader");
                return null;
            }
            if (FrameworkWeaver.handles(name)) {
                return FrameworkWeaver.weave(name, classFile);
            }
            if (target != null) {
                byte[] mutated = mutated(target, loader, name, classFile, redefined == null);
                if (mutated != null) {
                    return mutated;
                }
            }
            byte[] plain = Schemata.plain(classFile, fuel.contains(domain));
            byte[] asking = LoaderWeaver.weave(plain == null ? classFile : plain);
            return asking == null ? plain : asking;
        } catch (Throwable problem) {
            failures.incrementAndGet();
            refuse(target, name, problem.toString());
            return null;
        }
    }

    /** The class with its mutants; null if it is another one. */
    private byte[] mutated(Settings.Target target, ClassLoader loader, String name, byte[] classFile, boolean isNew) {
        long hash = ClassHash.of(classFile);
        byte[] compiled = hash == target.file ? classFile : compiled(target, name);
        Woven woven = compiled == null ? null : woven(target, loader, classFile, compiled);
        if (woven == null || hash != target.file && woven.mutants.isEmpty()) {
            if (isNew) {
                tellOnce(left, target, sink -> sink.stale(target.number, name.replace('/', '.'), hash));
            }
            return null;
        }
        Site.register(woven.classNumber, woven.size);
        Initialisers.register(woven.classNumber, woven.ofInitialiser());
        tellOnce(this.woven, target, sink -> sink.woven(woven));
        return woven.bytes;
    }

    /** The class file on the class path, of which a loader has made another one. */
    private static byte[] compiled(Settings.Target target, String name) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            byte[] file = in == null ? new byte[0] : Agent.read(in);
            return ClassHash.of(file) == target.file ? file : null;
        } catch (IOException unreadable) {
            return null;
        }
    }

    private Woven woven(Settings.Target target, ClassLoader loader, byte[] classFile, byte[] compiled) {
        Set<String> asserting =
                Matchers.has(loader, classFile) ? Collections.singleton(Asserting.ALL) : target.asserting;
        return Schemata.weave(classFile, compiled, target.number, target.lines, true, settings.part, asserting)
                .recordedAs(target.hash);
    }

    private void tellOnce(Set<Integer> told, Settings.Target target, Consumer<Sink> event) {
        if (told.add(target.number)) {
            events.accept(event);
        }
    }

    private void refuse(Settings.Target target, String name, String reason) {
        if (target != null) {
            try {
                tellOnce(left, target, sink -> sink.refused(target.number, name.replace('/', '.'), reason));
            } catch (Throwable again) {
                // Reporting failed too; the failure count remains.
            }
        }
    }
}
