package io.faultline.mutants.agent;

import io.faultline.mutants.boot.Site;
import io.faultline.runner.Lines;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The settings of a worker's JVM, read from a file that the program writes. Plain data. */
public final class Settings {
    private static final List<String> KEYS = Arrays.asList(
            "results", "pair", "origin", "target", "asserts", "fuel", "part", "suite", "wall", "wall-most", "active");

    /** The results file to create. */
    public final Path results;

    /** The 24-byte file that names the running pair. */
    public final Path pair;

    /** Start of the mutation run, in ns since 1970. */
    public final long originStarted;

    /** Distinguishes runs that started at the same time. */
    public final long originNonce;

    /** Description of the mutation run. */
    public final String originDescription;

    /** Classes to mutate, by internal name. */
    public final Map<String, Target> targets = new HashMap<>();

    /** Folders and jars whose classes burn fuel. */
    public final List<String> fuel = new ArrayList<>();

    /** Classes whose {@code suite} methods may make tests of library classes. */
    public final List<String> suites = new ArrayList<>();

    /** For classes too large for all their mutants: which part of the mutants to weave, counted from 0. */
    public final int part;

    /** The mutant that is active in this JVM from its start to its end; {@code Site.NONE} in most JVMs. */
    public final int active;

    /** The minimum time limit of a pair, in ms. */
    public final long wall;

    /** The maximum time limit of a pair, in ms. */
    public final long wallMost;

    /** A class to mutate. */
    public static final class Target {
        public final int number;

        /** FNV-1a 64 of the class file that was recorded, which identifies the class in results. */
        public final long hash;

        /** FNV-1a 64 of the class file to mutate: the recorded one, or another one with the same lines. */
        public final long file;

        public final BitSet lines = new BitSet();

        /** Names with descriptors of methods known to decide whether tests pass. */
        public final Set<String> asserting = new HashSet<>();

        Target(List<String> fields) {
            number = Integer.parseInt(fields.get(0));
            hash = Long.parseUnsignedLong(fields.get(2), 16);
            file = fields.size() > 4 ? Long.parseUnsignedLong(fields.get(4), 16) : hash;
            for (String line : fields.get(3).split(",")) {
                lines.set(Integer.parseInt(line));
            }
        }
    }

    private Settings(Lines given) {
        results = Paths.get(given.one("results"));
        pair = Paths.get(given.one("pair"));
        List<String> origin = given.line("origin", 3);
        originStarted = Long.parseUnsignedLong(origin.get(0));
        originNonce = Long.parseUnsignedLong(origin.get(1));
        originDescription = origin.get(2);
        given.lines("target", 4).forEach(target -> targets.put(target.get(1).replace('.', '/'), new Target(target)));
        given.lines("asserts", 2).forEach(line -> {
            Target target = targets.get(line.get(0).replace('.', '/'));
            if (target != null) {
                target.asserting.add(line.get(1));
            }
        });
        given.lines("fuel", 1).forEach(location -> fuel.add(location.get(0)));
        given.lines("suite", 1).forEach(suite -> suites.add(suite.get(0)));
        part = (int) given.number("part", 0);
        active = (int) given.number("active", Site.NONE);
        wall = given.number("wall", 1_000);
        wallMost = given.number("wall-most", 10_000);
    }

    /** Reads a settings file. Errors: I/O; {@link IllegalArgumentException} for a malformed line. */
    public static Settings read(Path file) throws IOException {
        Lines given = Lines.read(file);
        for (String key : given.keys()) {
            if (!KEYS.contains(key)) {
                throw new IllegalArgumentException("the settings have a line `" + key + "`, which is unknown");
            }
        }
        return new Settings(given);
    }
}
