package io.faultline.faults;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/** A loader that has classes of the library, its tests and resources of its own, before those of this JVM. */
final class TestLoader extends URLClassLoader {
    private final Function<String, byte[]> library;
    /** Internal names of the library's classes that were asked for. */
    final Set<String> used = new LinkedHashSet<>();

    /**
     * @param places folders (ending in '/') of tests and resources
     * @param library class files by internal name; null for what is not the library's
     */
    TestLoader(URL[] places, Function<String, byte[]> library) {
        super(places, TestLoader.class.getClassLoader());
        this.library = library;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            if (name.startsWith("java.")) {
                return super.loadClass(name, resolve);
            }
            String internal = name.replace('.', '/');
            byte[] code = ofLibrary(internal);
            if (code != null) {
                definePackageOf(name);
                return defineClass(name, code, 0, code.length);
            }
            return findResource(internal + ".class") != null ? findClass(name) : super.loadClass(name, resolve);
        }
    }

    private byte[] ofLibrary(String internal) {
        synchronized (library) {
            byte[] code = library.apply(internal);
            if (code != null) {
                used.add(internal);
            }
            return code;
        }
    }

    private void definePackageOf(String name) {
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }
}
