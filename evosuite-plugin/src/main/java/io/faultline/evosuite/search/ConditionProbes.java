package io.faultline.evosuite.search;

import io.faultline.evosuite.adapter.SearchedClasses;
import io.faultline.instrument.Instrumenter;
import io.faultline.instrument.OutcomeStore;
import io.faultline.instrument.Outcomes;
import io.faultline.instrument.Refused;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Inserts probes at conditions of the classes in sight, before EvoSuite changes them. They are the recording agent's
 * probes at the same places, so outcomes equal the recorded ones.
 *
 * <p>A class that cannot be instrumented stays unchanged, and its conditions have no outcomes.
 */
final class ConditionProbes implements SearchedClasses.Before {
    private static final String CONDITIONS = Type.getInternalName(Conditions.class);
    private static final String OUTCOMES = Type.getInternalName(Outcomes.class);

    private final Sight sight;

    ConditionProbes(Sight sight) {
        this.sight = sight;
    }

    @Override
    public boolean wants(String name) {
        return sight.number(name) >= 0;
    }

    @Override
    public byte[] change(String name, byte[] classFile) {
        try {
            return insert(sight.number(name), classFile);
        } catch (Refused | RuntimeException | LinkageError impossible) {
            return classFile; // The class changed since it was read, or is too large.
        }
    }

    byte[] insert(int number, byte[] classFile) throws Refused {
        Sight.Seen seen = sight.classes().get(number);
        return Instrumenter.outcomes(classFile, seen.plan, seen.conditions, new Store(seen.firstOutcome));
    }

    private static final class Store implements OutcomeStore {
        private final int first;

        Store(int first) {
            this.first = first;
        }

        @Override
        public void array(MethodVisitor code) {
            code.visitMethodInsn(Opcodes.INVOKESTATIC, CONDITIONS, "here", "()[B", false);
        }

        @Override
        public int indexOf(int slot) {
            return first + slot;
        }

        @Override
        public String looker() {
            return OUTCOMES;
        }
    }
}
