package io.faultline.instrument;

import java.util.Arrays;

/**
 * Members that groovyc adds have no lines, and since 2.5 most of them {@code groovy.transform.Generated}, so none needs
 * a rule of its own. Source: class files of groovyc 4.0.24.
 */
final class GroovyMembers {
    private GroovyMembers() {}

    static boolean areIn(ClassLayout type) {
        return Arrays.asList(type.reader.getInterfaces()).contains("groovy/lang/GroovyObject");
    }

    /** Whether it holds the bodies of a trait's methods: marked as generated, but a person wrote these. */
    static boolean isTrait(ClassLayout type) {
        return type.reader.getClassName().endsWith("$Trait$Helper");
    }
}
