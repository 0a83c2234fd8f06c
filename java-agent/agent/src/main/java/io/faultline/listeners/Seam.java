package io.faultline.listeners;

/**
 * A method of a test framework that reports something, and the event to report. Immutable.
 *
 * <p>Its entry calls {@code $Faultline.event(event, first parameter, second parameter, null)}; absent or primitive
 * parameters are null.
 */
final class Seam {
    final String method;

    /** Start of the descriptor; the rest differs between versions. */
    final String descriptorStart;

    /** End of the descriptor. */
    final String descriptorEnd;

    final int event;

    /** Field of the class to pass instead of the first parameter, or null. */
    final String field;

    /** Type of that field. */
    final String fieldDescriptor;

    /** Whether the object itself is passed instead of the first parameter. */
    final boolean self;

    /** Whether the call is at every return instead of the entry. */
    final boolean atReturn;

    /**
     * Whether the call is at every return with the result instead of the first parameter and, if the method throws,
     * with null and the exception.
     */
    final boolean atExit;

    Seam(String method, String descriptorStart, String descriptorEnd, int event) {
        this(method, descriptorStart, descriptorEnd, event, null, null, false, false, false);
    }

    private Seam(
            String method,
            String descriptorStart,
            String descriptorEnd,
            int event,
            String field,
            String fieldDescriptor,
            boolean self,
            boolean atReturn,
            boolean atExit) {
        this.method = method;
        this.descriptorStart = descriptorStart;
        this.descriptorEnd = descriptorEnd;
        this.event = event;
        this.field = field;
        this.fieldDescriptor = fieldDescriptor;
        this.self = self;
        this.atReturn = atReturn;
        this.atExit = atExit;
    }

    /** Returns this seam, passing a field of the object. */
    Seam passing(String name, String descriptor) {
        return new Seam(method, descriptorStart, descriptorEnd, event, name, descriptor, false, atReturn, false);
    }

    /** Returns this seam, passing the object itself. */
    Seam passingItself() {
        return new Seam(method, descriptorStart, descriptorEnd, event, null, null, true, atReturn, false);
    }

    /** Returns this seam, called at every return. A method that throws does not report. */
    Seam atReturn() {
        return new Seam(method, descriptorStart, descriptorEnd, event, field, fieldDescriptor, self, true, false);
    }

    /** Returns this seam, called at every exit. The method must return an object or nothing. */
    Seam atExit() {
        return new Seam(method, descriptorStart, descriptorEnd, event, null, null, false, false, true);
    }

    boolean matches(String name, String descriptor) {
        return method.equals(name) && descriptor.startsWith(descriptorStart) && descriptor.endsWith(descriptorEnd);
    }
}
