package io.faultline.evosuite.agent;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.FitnessSeams;
import io.faultline.evosuite.adapter.InitialiserLines;
import io.faultline.evosuite.adapter.RecordedClasses;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.SeamMissing;
import io.faultline.evosuite.compat.AsmClasses;
import io.faultline.evosuite.compat.CompatibilitySeams;
import io.faultline.evosuite.compat.Modules;
import io.faultline.evosuite.compat.OwnInstrumentation;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The changes to the EvoSuite of this JVM. */
final class Adaptation {
    /** The first classes of EvoSuite's programs; a JVM that runs its tests begins with another class. */
    private static final List<String> PROGRAMS = Arrays.asList("org/evosuite/EvoSuite", "org/evosuite/ClientProcess");

    private final Distribution evosuite;
    private final List<Seam> seams;
    private final AsmClasses asm;
    private final Map<String, Woven> woven = new HashMap<>();

    private Adaptation(Distribution evosuite, List<Seam> seams, AsmClasses asm) {
        this.evosuite = evosuite;
        this.seams = seams;
        this.asm = asm;
    }

    /** Whether EvoSuite itself runs, and not one of its tests. */
    static boolean isEvoSuite(String firstClass) {
        return PROGRAMS.contains(firstClass);
    }

    /** Changes nothing. */
    static Adaptation none(ClassLoader loader) {
        return new Adaptation(new Distribution("", true, loader), Collections.<Seam>emptyList(), null);
    }

    /**
     * Determines the versions of EvoSuite and Java, and weaves everything.
     *
     * @param first the class that is about to be defined
     */
    static Adaptation begin(Instrumentation instrumentation, ClassLoader loader, String first, ProtectionDomain domain)
            throws Refused, IOException {
        int java = JavaRelease.check(JavaRelease.current());
        if (isEvoSuite(first)) {
            ClientJava.check(System.getenv("JAVA_HOME"));
        }
        Distribution evosuite = Distribution.of(Release.of(domain), loader);
        boolean needsHelp = java > JavaRelease.EIGHT;
        if (needsHelp) {
            Modules.open(instrumentation);
        }
        AsmClasses asm = needsHelp && isReleased(evosuite) ? AsmClasses.read(evosuite) : null;
        Adaptation adaptation = new Adaptation(evosuite, seams(evosuite, needsHelp), asm);
        adaptation.weaveAll(isEvoSuite(first));
        OwnInstrumentation.loadFirst(new ArrayList<>(adaptation.woven.keySet()));
        if (asm != null) {
            asm.defineIn(loader, domain, first);
        }
        return adaptation;
    }

    /** Later versions support newer Java themselves. */
    private static List<Seam> seams(Distribution evosuite, boolean needsHelp) {
        List<Seam> seams = new ArrayList<>(FitnessSeams.ALL);
        if (needsHelp && isReleased(evosuite)) {
            seams.addAll(CompatibilitySeams.ALL);
        }
        if (isReleased(evosuite) && RecordedClasses.areWanted()) {
            seams.add(new RecordedClasses());
        }
        if (isReleased(evosuite) && InitialiserLines.areWanted()) {
            seams.add(new InitialiserLines());
        }
        return seams;
    }

    private static boolean isReleased(Distribution evosuite) {
        return evosuite.version.equals(Distribution.RELEASED);
    }

    /**
     * Weaves every class now, so that a missing seam is found before anything else happens, and nothing remains for
     * sandboxed threads.
     *
     * @param isComplete whether all classes must exist: the runtime for tests has only some
     */
    private void weaveAll(boolean isComplete) throws Refused, IOException {
        Map<String, List<Seam>> byClass = new LinkedHashMap<>();
        for (Seam seam : seams) {
            for (String name : seam.classes(evosuite)) {
                byClass.computeIfAbsent(name, unused -> new ArrayList<>()).add(seam);
            }
        }
        for (Map.Entry<String, List<Seam>> entry : byClass.entrySet()) {
            String name = entry.getKey();
            byte[] classFile = evosuite.read(name);
            try {
                if (classFile != null) {
                    woven.put(name, new Woven(classFile, weave(name, classFile, entry.getValue())));
                } else if (isComplete) {
                    throw new SeamMissing("there is no class " + name.replace('/', '.'));
                }
            } catch (SeamMissing missing) {
                throw new Refused("this EvoSuite calls itself " + evosuite.version + " and is not the one we know, as "
                        + missing.getMessage() + "; use org.evosuite:evosuite-master:" + Distribution.RELEASED
                        + " of Maven Central");
            }
        }
    }

    private byte[] weave(String name, byte[] classFile, List<Seam> through) {
        byte[] result = classFile;
        for (Seam seam : through) {
            result = seam.weave(evosuite, name, result);
        }
        return result;
    }

    ClassLoader loader() {
        return evosuite.loader;
    }

    /** Returns the class file to define instead, or null for the original. */
    byte[] woven(String name, byte[] classFile) {
        Woven known = woven.get(name);
        if (known != null) {
            return Arrays.equals(known.from, classFile) ? known.to : again(name, classFile);
        }
        return asm == null ? null : asm.get(name);
    }

    /** Called when another agent changed the class before us. */
    private byte[] again(String name, byte[] classFile) {
        List<Seam> through = new ArrayList<>();
        for (Seam seam : seams) {
            if (seam.classes(evosuite).contains(name)) {
                through.add(seam);
            }
        }
        return weave(name, classFile, through);
    }

    private static final class Woven {
        final byte[] from;
        final byte[] to;

        Woven(byte[] from, byte[] to) {
            this.from = from;
            this.to = to;
        }
    }
}
