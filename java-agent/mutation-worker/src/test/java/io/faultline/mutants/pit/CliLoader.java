package io.faultline.mutants.pit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.IntFunction;

/** Defines commons-cli and its tests anew, with some classes replaced. */
final class CliLoader extends ClassLoader {
    private final Map<String, byte[]> changed;

    CliLoader(Map<String, byte[]> changed) {
        super(CliLoader.class.getClassLoader());
        this.changed = changed;
    }

    @SuppressWarnings("unchecked")
    static IntFunction<String> checks(Map<String, byte[]> changed) {
        try {
            Class<?> type = new CliLoader(changed).loadClass(CliChecks.class.getName());
            return (IntFunction<String>) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class file on the class path. */
    static byte[] classFile(String name) {
        try (InputStream in = CliLoader.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("org.apache.commons.cli.") && !name.startsWith(CliChecks.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = changed.containsKey(name) ? changed.get(name) : classFile(name);
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded;
        }
    }
}
