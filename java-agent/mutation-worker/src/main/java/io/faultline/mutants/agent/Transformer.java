package io.faultline.mutants.agent;

import io.faultline.mutants.boot.Initialisers;
import io.faultline.mutants.boot.Site;
import io.faultline.mutants.driver.FrameworkWeaver;
import io.faultline.mutants.weave.Asserting;
import io.faultline.mutants.weave.ClassHash;
import io.faultline.mutants.weave.Schemata;
import io.faultline.mutants.weave.Woven;
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

    /** Numbers of the classes already reported; several loaders may load the same class. */
    private final Set<Integer> told = Collections.synchronizedSet(new HashSet<>());

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
            long hash = target == null ? 0 : ClassHash.of(classFile);
            if (target != null && hash == target.file) {
                return mutated(target, loader, classFile);
            }
            if (target != null && redefined == null) {
                tellOnce(target, sink -> sink.stale(target.number, name.replace('/', '.'), hash));
            }
            return Schemata.plain(classFile, fuel.contains(domain));
        } catch (Throwable problem) {
            failures.incrementAndGet();
            refuse(target, name, problem.toString());
            return null;
        }
    }

    private byte[] mutated(Settings.Target target, ClassLoader loader, byte[] classFile) {
        Set<String> asserting =
                Matchers.has(loader, classFile) ? Collections.singleton(Asserting.ALL) : target.asserting;
        Woven woven = Schemata.weave(classFile, target.number, target.lines, true, settings.part, asserting)
                .recordedAs(target.hash);
        Site.register(woven.classNumber, woven.size);
        Initialisers.register(woven.classNumber, woven.ofInitialiser());
        tellOnce(target, sink -> sink.woven(woven));
        return woven.bytes;
    }

    private void tellOnce(Settings.Target target, Consumer<Sink> event) {
        if (told.add(target.number)) {
            events.accept(event);
        }
    }

    private void refuse(Settings.Target target, String name, String reason) {
        if (target != null) {
            try {
                tellOnce(target, sink -> sink.refused(target.number, name.replace('/', '.'), reason));
            } catch (Throwable again) {
                // Reporting failed too; the failure count remains.
            }
        }
    }
}
