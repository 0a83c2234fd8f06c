package io.faultline.mutants.agent;

import io.faultline.mutants.boot.Site;
import java.util.Map;
import java.util.WeakHashMap;

/** Class loaders, by whether their classes can call ours. */
final class Loaders {
    private static final ClassLoader OF_EXTENSIONS =
            ClassLoader.getSystemClassLoader().getParent();

    private final Map<ClassLoader, Boolean> seeing = new WeakHashMap<>();

    /** Whether the loader is one of the two that load the JDK's classes. */
    static boolean isOfJdk(ClassLoader loader) {
        return loader == null || loader == OF_EXTENSIONS;
    }

    /** Whether classes of the loader resolve the boot loader's {@link Site}; some loaders do not delegate to it. */
    boolean seesSites(ClassLoader loader) {
        synchronized (seeing) {
            Boolean known = seeing.get(loader);
            if (known != null) {
                return known;
            }
        }
        // Outside the lock: the loader may take locks, or load its own classes first.
        boolean sees = find(loader);
        synchronized (seeing) {
            seeing.put(loader, sees);
        }
        return sees;
    }

    private static boolean find(ClassLoader loader) {
        try {
            return Class.forName(Site.class.getName(), false, loader) == Site.class;
        } catch (ClassNotFoundException | LinkageError | RuntimeException hidden) {
            return false;
        }
    }
}
