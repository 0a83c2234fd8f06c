package io.faultline.evosuite.search;

import io.faultline.instrument.Instrumenter;
import io.faultline.instrument.Refused;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/**
 * Inserts probes into the classes in sight, after EvoSuite's own.
 *
 * <p>Runs on sandboxed threads. A class that cannot be instrumented stays unchanged, and its lines are never covered.
 */
final class LineProbes implements ClassFileTransformer {
    private final Sight sight;

    LineProbes(Sight sight) {
        this.sight = sight;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        int number = loader == null || name == null ? -1 : sight.number(name);
        if (number < 0) {
            return null;
        }
        try {
            return insert(number, classFile);
        } catch (Refused | RuntimeException | LinkageError impossible) {
            return null; // Most likely a method that would exceed 64 KB.
        }
    }

    byte[] insert(int number, byte[] classFile) throws Refused {
        Sight.Seen seen = sight.classes().get(number);
        return Instrumenter.instrument(classFile, seen.plan, new HitsEmitter(number, seen.firstBit));
    }
}
