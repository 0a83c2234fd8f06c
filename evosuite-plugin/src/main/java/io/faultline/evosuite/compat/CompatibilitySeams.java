package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Seam;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The seams that let EvoSuite 1.0.6 run on Java 9 to 17. In addition, {@link Modules} opens packages and {@link
 * AsmClasses} replaces the reader of class files.
 */
public final class CompatibilitySeams {
    public static final List<Seam> ALL = Collections.unmodifiableList(Arrays.<Seam>asList(
            new ToolsJar(),
            new ClassPath(),
            new OwnInstrumentation(),
            new JavaVersionName(),
            new ModulePermissions(),
            new WebServices(),
            new PostConstruct(),
            new InjectedTypes(),
            new MissingMocks(),
            new ObjectMethods(),
            new CollectionFactories(),
            new CurrentThread(),
            new PrivilegedThreads(),
            new StringComparisons(),
            new ClassPathEntries(),
            new MockingReader(),
            new MockingVersion(),
            new MockingInjector(),
            new NoCompiler(),
            new Jaxb()));

    private CompatibilitySeams() {}
}
