package io.faultline.javaoptions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Options of a JVM about archives of classes (CDS) and caches of code (AOT), beside which no agent may stand.
 *
 * <p>With an agent, a JVM that is to write an archive does not start, and one that is to read an archive made without
 * the agent prints errors or does not start. Later options win, so the {@link #remedies} go behind the others. Tests run
 * without archives as they do with them.
 *
 * <p>Source: tried on Java 17 and 25, which say nothing about an empty file name. A JVM does not start where an option
 * that it does not know is set, so only options that are set are set again.
 */
public final class ArchiveOptions {
    private final Map<String, String> values = new HashMap<>();

    /** @param options options in the order in which the JVM reads them */
    public ArchiveOptions(Iterable<String> options) {
        for (String option : options) {
            add(option);
        }
    }

    private void add(String option) {
        if (option.startsWith("-Xshare:")) {
            values.put("-Xshare", option.substring("-Xshare:".length()));
        } else if (option.startsWith("-XX:+") || option.startsWith("-XX:-")) {
            values.put(option.substring("-XX:+".length()), option.substring("-XX:".length(), "-XX:+".length()));
        } else if (option.startsWith("-XX:") && option.indexOf('=') > 0) {
            int equals = option.indexOf('=');
            values.put(option.substring("-XX:".length(), equals), option.substring(equals + 1));
        }
    }

    /** Whether the JVM only writes an archive and runs no program. */
    public boolean runNoProgram() {
        return is("-Xshare", "dump") || is("AOTMode", "create");
    }

    /** Whether the JVM writes an archive or a cache beside what it runs. */
    public boolean write() {
        return is("AutoCreateSharedArchive", "+")
                || isSet("ArchiveClassesAtExit")
                || isSet("AOTCacheOutput")
                || is("AOTMode", "record");
    }

    /** Returns the options that let the JVM start with an agent; empty if it does so anyway. */
    public List<String> remedies() {
        List<String> remedies = new ArrayList<>();
        for (String flag : new String[] {"AutoCreateSharedArchive", "RecordDynamicDumpInfo"}) {
            if (is(flag, "+")) {
                remedies.add("-XX:-" + flag);
            }
        }
        for (String file : new String[] {"ArchiveClassesAtExit", "SharedArchiveFile"}) {
            if (isSet(file)) {
                remedies.add("-XX:" + file + "=");
            }
        }
        if (isSet("SharedArchiveFile") && is("-Xshare", "on")) {
            remedies.add("-Xshare:auto");
        }
        boolean cached = isSet("AOTCache") || isSet("AOTCacheOutput") || isSet("AOTConfiguration");
        if (!is("AOTMode", "off") && (cached || is("AOTMode", "on") || is("AOTMode", "record"))) {
            remedies.add("-XX:AOTMode=off");
        }
        return remedies;
    }

    /** Returns the name of the option that a remedy sets again. */
    public static String name(String remedy) {
        int equals = remedy.indexOf('=');
        return equals < 0 ? remedy.replace("-XX:-", "-XX:+") : remedy.substring(0, equals);
    }

    private boolean is(String name, String value) {
        return value.equals(values.get(name));
    }

    private boolean isSet(String name) {
        String value = values.get(name);
        return value != null && !value.isEmpty();
    }
}
