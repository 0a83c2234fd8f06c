package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tests do not call {@code Map.of} and similar methods of Java 9, which have up to twenty generic parameters. */
public final class CollectionFactories extends Seam {
    public CollectionFactories() {
        super(
                "setup.TestUsageChecker.canUse",
                "is false for static methods of Map, Set and List",
                "for a target with such a parameter the first population is never complete: no evaluation in 20 s");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(UsableMethods.CLASS);
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return UsableMethods.refuse(
                classFile,
                m -> Weaving.call(m, CollectionFactories.class, "isFactory", "(Ljava/lang/reflect/Method;)Z"));
    }

    /** Whether the method creates a collection from its parameters. */
    public static boolean isFactory(Method method) {
        Class<?> owner = method.getDeclaringClass();
        return Modifier.isStatic(method.getModifiers())
                && (owner == Map.class || owner == Set.class || owner == List.class);
    }
}
