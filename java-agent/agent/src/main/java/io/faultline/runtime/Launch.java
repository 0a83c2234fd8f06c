package io.faultline.runtime;

import io.faultline.bridge.Core;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * How this JVM was started, told to the core once, as its first test begins.
 *
 * <p>System properties are read then and never again, and only where that runs no code of the application: the
 * object that the JVM started with, or another one of exactly that class, as a map; an odd one is left alone. Errors: none
 * leaves; what cannot be read is left out. Threads: any.
 */
public final class Launch {
    private static final String CLASS_PATH = "java.class.path";

    /** What the JVM says of itself, and what a build tool keeps for itself. */
    private static final String[] OTHERS = {"java.", "sun.", "jdk.", "user.", "surefire."};

    private final String agent;
    private final Properties atStart;
    private final Map<Object, Object> before;

    /** Where classes of JUnit's own were loaded from, in the order of that. */
    private final Set<String> platform = new LinkedHashSet<>();

    private boolean told;

    /**
     * Keeps what the properties are before anybody's code runs.
     *
     * @param agent path of our jar, which is no argument of the application's
     */
    public Launch(String agent) {
        this.agent = agent;
        this.atStart = System.getProperties();
        this.before = strings(atStart);
    }

    /** A class with that internal name comes from there; asked for every class of a loader of the application's. */
    public void comesFrom(String internal, String path) {
        if (path != null && (internal.startsWith("org/junit/") || internal.startsWith("org/opentest4j/"))) {
            synchronized (platform) {
                platform.add(path);
            }
        }
    }

    /** A test is about to start. Cost: a comparison, but for the first. */
    void tell() {
        if (!told) {
            told = true;
            try {
                tellAll();
            } catch (ThreadDeath death) {
                throw death;
            } catch (Throwable unknown) {
                // A recording without it is read all the same.
            }
        }
    }

    private void tellAll() {
        Map<Object, Object> now = strings(properties());
        String classPath = (String) now.get(CLASS_PATH);
        if (classPath == null) {
            classPath = (String) before.get(CLASS_PATH);
        }
        String[] launcher = beyond(places(), classPath, File.pathSeparator);
        Core.launch(agent, (String) before.get("java.home"), classPath, launcher, changed(before, now), checksAssertions());
    }

    /** Whether classes check their {@code assert}s, which Surefire turns on when the JVM is running: as the test framework's would. */
    private static boolean checksAssertions() {
        try {
            for (Class<?> caller : new Callers().classes()) {
                if (caller.getClassLoader() != null) {
                    return caller.desiredAssertionStatus();
                }
            }
        } catch (SecurityException refused) {
            // As if nobody had asked for it.
        }
        return false;
    }

    /** The classes on the stack, which Java 8 tells nobody else. It is no manager of anything. */
    private static final class Callers extends SecurityManager {
        Class<?>[] classes() {
            return getClassContext();
        }
    }

    /** A security manager of the application's is not asked, and what a test put in their place not either. */
    private Properties properties() {
        Properties now = System.getSecurityManager() == null ? System.getProperties() : atStart;
        return now != null && now.getClass() == Properties.class ? now : atStart;
    }

    /** The entries that are strings. Those of defaults are left out: they may be an object of any kind. */
    static Map<Object, Object> strings(Properties properties) {
        Map<Object, Object> strings = new HashMap<>();
        if (properties.getClass() != Properties.class) {
            return strings;
        }
        for (Object key : properties.keySet().toArray()) {
            Object value = key instanceof String ? properties.get(key) : null;
            if (value instanceof String) {
                strings.put(key, value);
            }
        }
        return strings;
    }

    /** Name, value, name, value ... of those that are new or other than before, by name. */
    static String[] changed(Map<Object, Object> before, Map<Object, Object> now) {
        List<String> names = new ArrayList<>();
        for (Map.Entry<Object, Object> entry : now.entrySet()) {
            if (!entry.getValue().equals(before.get(entry.getKey())) && isOwn((String) entry.getKey())) {
                names.add((String) entry.getKey());
            }
        }
        String[] sorted = names.toArray(new String[0]);
        Arrays.sort(sorted);
        String[] changed = new String[2 * sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            changed[2 * i] = sorted[i];
            changed[2 * i + 1] = (String) now.get(sorted[i]);
        }
        return changed;
    }

    private static boolean isOwn(String name) {
        for (String other : OTHERS) {
            if (name.startsWith(other)) {
                return false;
            }
        }
        return true;
    }

    private List<String> places() {
        synchronized (platform) {
            return new ArrayList<>(platform);
        }
    }

    /**
     * The places that the class path does not have.
     *
     * @param separator between entries of the class path: that of Windows is {@code ;}
     */
    static String[] beyond(List<String> places, String classPath, String separator) {
        List<String> launcher = new ArrayList<>();
        Set<String> entries = new HashSet<>();
        for (String entry : classPath == null ? new String[0] : classPath.split(separator)) {
            entries.add(Slashes.of(entry, separator.equals(";")));
        }
        for (String place : places) {
            if (!entries.contains(place)) {
                launcher.add(place);
            }
        }
        return launcher.toArray(new String[0]);
    }
}
