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

    final At at;

    /** Where in the method the call is. */
    enum At {
        ENTRY,

        /** At every return; a method that throws does not report. */
        RETURNS,

        /** At every return, with the result instead of the first parameter, and if it throws, with null and the exception. */
        EXITS,

        /**
         * At entry, with the object itself and the first parameter; with an answer, the method returns at once. Only for
         * methods of objects that return nothing.
         */
        SKIPS,

        /** At entry, with the object itself and the first parameter; an answer takes the parameter's place. For objects' methods. */
        REPLACES,

        /** Only where an exception leaves the method; the exception is the second argument. */
        THROWS,
    }

    Seam(String method, String descriptorStart, String descriptorEnd, int event) {
        this(method, descriptorStart, descriptorEnd, event, null, null, false, At.ENTRY);
    }

    private Seam(
            String method,
            String descriptorStart,
            String descriptorEnd,
            int event,
            String field,
            String fieldDescriptor,
            boolean self,
            At at) {
        this.method = method;
        this.descriptorStart = descriptorStart;
        this.descriptorEnd = descriptorEnd;
        this.event = event;
        this.field = field;
        this.fieldDescriptor = fieldDescriptor;
        this.self = self;
        this.at = at;
    }

    /** Returns this seam, passing a field of the object. */
    Seam passing(String name, String descriptor) {
        return new Seam(method, descriptorStart, descriptorEnd, event, name, descriptor, false, at);
    }

    /** Returns this seam, passing the object itself. */
    Seam passingItself() {
        return new Seam(method, descriptorStart, descriptorEnd, event, null, null, true, at);
    }

    /** Returns this seam, called at every return. */
    Seam atReturn() {
        return new Seam(method, descriptorStart, descriptorEnd, event, field, fieldDescriptor, self, At.RETURNS);
    }

    /** Returns this seam, called at every exit. The method must return an object or nothing. */
    Seam atExit() {
        return new Seam(method, descriptorStart, descriptorEnd, event, null, null, false, At.EXITS);
    }

    /** Returns this seam, called before anything else and with the right to end the method. */
    Seam asking() {
        return new Seam(method, descriptorStart, descriptorEnd, event, null, null, true, At.SKIPS);
    }

    /** Returns this seam, called before anything else and with the right to replace the first parameter, an object. */
    Seam replacing() {
        return new Seam(method, descriptorStart, descriptorEnd, event, null, null, true, At.REPLACES);
    }

    /** Returns this seam, called where an exception leaves the method of an object, with a field of the object. */
    Seam atThrow() {
        return new Seam(method, descriptorStart, descriptorEnd, event, field, fieldDescriptor, self, At.THROWS);
    }

    boolean matches(String name, String descriptor) {
        return method.equals(name) && descriptor.startsWith(descriptorStart) && descriptor.endsWith(descriptorEnd);
    }
}
