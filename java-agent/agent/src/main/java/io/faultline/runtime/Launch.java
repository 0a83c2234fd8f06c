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
 * Reports how this JVM was started to the core, once, when its first test begins.
 *
 * <p>System properties are read only then, and only if that runs no application code: the map must be the original
 * object or one of exactly the same class. Errors: none; unreadable data is omitted. Threads: any.
 */
public final class Launch {
    private static final String CLASS_PATH = "java.class.path";

    /** Prefixes of properties set by the JVM, or internal to build tools. */
    private static final String[] OTHERS = {"java.", "sun.", "jdk.", "user.", "surefire."};

    private final String agent;
    private final Properties atStart;
    private final Map<Object, Object> before;

    /** Origins of JUnit's classes, in order. */
    private final Set<String> platform = new LinkedHashSet<>();

    /** What a test framework gives tests by name, and would read from the system property of that name. */
    private final Map<Object, Object> given = new HashMap<>();

    private boolean told;

    /** The class of the first object that a test framework reported; null if its loader says nothing of assertions. */
    private volatile Class<?> reporter;

    /**
     * Saves the properties before any application code runs.
     *
     * @param agent path of the agent's jar, which is not an argument of the application
     */
    public Launch(String agent) {
        this.agent = agent;
        this.atStart = System.getProperties();
        this.before = strings(atStart);
    }

    /** Notes the origin of a class, given its internal name; called for every class of an application's loader. */
    public void comesFrom(String internal, String path) {
        if (path != null && (internal.startsWith("org/junit/") || internal.startsWith("org/opentest4j/"))) {
            synchronized (platform) {
                platform.add(path);
            }
        }
    }

    /** Notes an object that a test framework reports. Cost: a read, once one is known. */
    public void reported(Object subject) {
        if (reporter == null && subject != null && subject.getClass().getClassLoader() != null) {
            reporter = subject.getClass();
        }
    }

    /**
     * Notes the values that a test framework gives tests by name, and that it reads from the system properties of those names
     * where it has none itself. They are told as if they were such properties, so that a test can run again without what
     * gave them.
     */
    public void given(Map<String, String> values) {
        synchronized (given) {
            given.clear();
            given.putAll(values);
        }
    }

    /** Called when a test is about to start. Cost: a comparison, except for the first test. */
    void tell() {
        if (!told) {
            told = true;
            try {
                tellAll();
            } catch (ThreadDeath death) {
                throw death;
            } catch (Throwable unknown) {
                // A recording without launch data is still valid.
            }
        }
    }

    private void tellAll() {
        Map<Object, Object> now = withGiven(strings(properties()));
        String classPath = (String) now.get(CLASS_PATH);
        if (classPath == null) {
            classPath = (String) before.get(CLASS_PATH);
        }
        String[] launcher = beyond(places(), classPath, File.pathSeparator);
        Core.launch(
                agent, (String) before.get("java.home"), classPath, launcher, changed(before, now), checksAssertions());
    }

    /** Adds what was given. A property of the same name is the application's, and stays. */
    private Map<Object, Object> withGiven(Map<Object, Object> properties) {
        Map<Object, Object> all;
        synchronized (given) {
            all = new HashMap<>(given);
        }
        all.keySet().removeAll(before.keySet());
        all.putAll(properties);
        return all;
    }

    /**
     * Whether {@code assert}s are enabled, as for the test framework's classes; Surefire enables them in the running
     * JVM.
     */
    private boolean checksAssertions() {
        Class<?> known = reporter;
        if (known != null) {
            return known.desiredAssertionStatus();
        }
        try {
            for (Class<?> caller : new Callers().classes()) {
                if (caller.getClassLoader() != null) {
                    return caller.desiredAssertionStatus();
                }
            }
        } catch (SecurityException refused) {
            // Treated as not enabled.
        }
        return false;
    }

    /**
     * Provides the classes on the stack, for which Java 8 has no other API; not used as a security manager. The JDK's
     * class takes long to initialise, so nothing else should need it.
     */
    private static final class Callers extends SecurityManager {
        Class<?>[] classes() {
            return getClassContext();
        }
    }

    /** Returns the properties without calling a security manager or a replacement set by a test; null if unsafe. */
    private Properties properties() {
        Properties now = System.getSecurityManager() == null ? System.getProperties() : atStart;
        return now != null && now.getClass() == Properties.class ? now : atStart;
    }

    /** Returns the entries that are strings. Omits defaults, which may be an object of any class. */
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

    /** Returns name, value, name, value ... of new and changed properties, by name. */
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
     * Returns the places that the class path lacks.
     *
     * @param separator between entries of the class path; on Windows {@code ;}
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
