package io.faultline.mutants.agent;

import io.faultline.mutants.boot.Site;
import java.util.Map;
import java.util.WeakHashMap;

/** What is known of class loaders: whose classes can call ours. */
final class Loaders {
    private static final ClassLoader OF_EXTENSIONS = ClassLoader.getSystemClassLoader().getParent();

    private final Map<ClassLoader, Boolean> seeing = new WeakHashMap<>();

    /** Whether the loader is one of the JDK's two for its own classes. */
    static boolean isOfJdk(ClassLoader loader) {
        return loader == null || loader == OF_EXTENSIONS;
    }

    /** Whether classes of the loader find the boot loader's {@link Site}: some loaders ask nobody for what is not theirs. */
    boolean seesSites(ClassLoader loader) {
        synchronized (seeing) {
            Boolean known = seeing.get(loader);
            if (known != null) {
                return known;
            }
        }
        // Outside the lock: the loader may lock itself, or load a class of its own first.
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
