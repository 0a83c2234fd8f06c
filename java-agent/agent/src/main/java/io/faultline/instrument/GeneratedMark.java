package io.faultline.instrument;

import java.util.List;

/**
 * Recognises the annotation by which tools mark what they wrote: {@code lombok.Generated}, {@code
 * groovy.transform.Generated}, {@code org.immutables.value.Generated}, {@code io.micronaut.core.annotation.Generated}
 * and a project's own.
 *
 * <p>Source: JaCoCo's AnnotationGeneratedFilter: a simple name that contains {@code Generated}, whatever its package.
 * Unlike JaCoCo's, this one does not take JPA's {@code @GeneratedValue} on a property for such a mark, nor Hibernate's
 * {@code @Generated}: they speak of a column's value, and a person wrote the method.
 */
final class GeneratedMark {
    private static final String[] OF_COLUMNS = {"Ljakarta/persistence/", "Ljavax/persistence/", "Lorg/hibernate/"};

    private GeneratedMark() {}

    /** Whether one of these descriptors is such an annotation. */
    static boolean isIn(List<String> annotations) {
        for (String type : annotations) {
            int simple = Math.max(type.lastIndexOf('/'), type.lastIndexOf('$'));
            if (type.indexOf("Generated", simple) >= 0 && !isOfColumn(type)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfColumn(String type) {
        for (String packaged : OF_COLUMNS) {
            if (type.startsWith(packaged)) {
                return true;
            }
        }
        return false;
    }
}
