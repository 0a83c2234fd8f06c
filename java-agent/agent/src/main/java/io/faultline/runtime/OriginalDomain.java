package io.faultline.runtime;

import java.security.CodeSource;
import java.security.ProtectionDomain;

/**
 * The protection domain of a class whose loader changes class files, with the original file.
 *
 * <p>Classes defined with such a domain are recorded with the hash, methods and lines of the original file, so they are
 * the same class as elsewhere; a changed file has another hash.
 */
public final class OriginalDomain extends ProtectionDomain {
    private final byte[] classFile;

    /** Keeps {@code classFile} without copying it; it is needed again if the class is instrumented again. */
    public OriginalDomain(CodeSource source, byte[] classFile) {
        super(source, null);
        this.classFile = classFile;
    }

    /** Returns the original class file if known; otherwise {@code defined}, the file that the loader defines. */
    public static byte[] of(ProtectionDomain domain, byte[] defined) {
        return domain instanceof OriginalDomain ? ((OriginalDomain) domain).classFile : defined;
    }
}
