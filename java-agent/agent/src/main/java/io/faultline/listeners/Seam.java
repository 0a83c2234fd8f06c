package io.faultline.listeners;

/**
 * A method of a test framework that reports something, and what to call it. Plain data.
 *
 * <p>At its entry {@code $Faultline.event(event, first parameter, second parameter, null)} is called;
 * parameters that are absent or primitive are null.
 */
final class Seam {
    final String method;

    /** What the descriptor starts with; the rest differs between versions. */
    final String descriptorStart;

    /** What the descriptor ends with. */
    final String descriptorEnd;

    final int event;

    /** Field of the class to pass in place of the first parameter, or null. */
    final String field;

    /** Type of that field. */
    final String fieldDescriptor;

    /** The object itself is passed in place of the first parameter. */
    final boolean self;

    /** The call is at every return and not at the entry. */
    final boolean atReturn;

    /**
     * So it is, with what is returned in place of the first parameter; and where the method throws, with null and what it
     * throws.
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

    /** This seam, passing a field of the object. */
    Seam passing(String name, String descriptor) {
        return new Seam(method, descriptorStart, descriptorEnd, event, name, descriptor, false, atReturn, false);
    }

    /** This seam, passing the object itself. */
    Seam passingItself() {
        return new Seam(method, descriptorStart, descriptorEnd, event, null, null, true, atReturn, false);
    }

    /** This seam, at every return. A method that throws does not report. */
    Seam atReturn() {
        return new Seam(method, descriptorStart, descriptorEnd, event, field, fieldDescriptor, self, true, false);
    }

    /** This seam, wherever the method is left, which must give an object or nothing. */
    Seam atExit() {
        return new Seam(method, descriptorStart, descriptorEnd, event, null, null, false, false, true);
    }

    boolean matches(String name, String descriptor) {
        return method.equals(name) && descriptor.startsWith(descriptorStart) && descriptor.endsWith(descriptorEnd);
    }
}
