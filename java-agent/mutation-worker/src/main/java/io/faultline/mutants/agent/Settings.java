package io.faultline.mutants.agent;

import io.faultline.runner.Fields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the program tells a worker's JVM before it starts: one file of lines of {@link Fields}. Plain data once read. */
public final class Settings {
    /** The file of results to make. */
    public Path results;

    /** The file of 16 bytes that names the pair that runs. */
    public Path pair;

    /** When the run was started, in ns since 1970. */
    public long originStarted;

    /** Tells this run from others that were started at the same time. */
    public long originNonce;

    /** What the run is, in words. */
    public String originDescription = "";

    /** By internal name, with slashes. */
    public final Map<String, Target> targets = new HashMap<>();

    /** Folders and jars whose classes burn fuel. */
    public final List<String> fuel = new ArrayList<>();

    /** The least limit of a pair, in ms. */
    public long wall = 1_000;

    /** Which part of the mutants of classes that have no room for all; the first is 0. */
    public int part;

    /** The highest limit of a pair, in ms. */
    public long wallMost = 10_000;

    /** A class that is to have mutants. */
    public static final class Target {
        public final int number;

        /** FNV-1a 64 of the class file. */
        public final long hash;

        public final BitSet lines;

        Target(int number, long hash, BitSet lines) {
            this.number = number;
            this.hash = hash;
            this.lines = lines;
        }
    }

    /** Reads a settings file. Errors: as reading a file; {@link IllegalArgumentException} for a line that is none. */
    public static Settings read(Path file) throws IOException {
        Settings settings = new Settings();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (!line.isEmpty()) {
                settings.take(Fields.split(line));
            }
        }
        return settings;
    }

    private void take(List<String> fields) {
        String first = fields.get(1);
        switch (fields.get(0)) {
            case "results":
                results = Paths.get(first);
                break;
            case "pair":
                pair = Paths.get(first);
                break;
            case "origin":
                originStarted = Long.parseUnsignedLong(first);
                originNonce = Long.parseUnsignedLong(fields.get(2));
                originDescription = fields.get(3);
                break;
            case "target":
                targets.put(fields.get(2).replace('.', '/'), target(fields));
                break;
            case "fuel":
                fuel.add(first);
                break;
            case "part":
                part = Integer.parseInt(first);
                break;
            case "wall":
                wall = Long.parseLong(first);
                break;
            case "wall-most":
                wallMost = Long.parseLong(first);
                break;
            default:
                throw new IllegalArgumentException("the settings have a line `" + fields.get(0) + "`, which is unknown");
        }
    }

    private static Target target(List<String> fields) {
        BitSet lines = new BitSet();
        for (String line : fields.get(4).split(",")) {
            lines.set(Integer.parseInt(line));
        }
        return new Target(Integer.parseInt(fields.get(1)), Long.parseUnsignedLong(fields.get(3), 16), lines);
    }
}
