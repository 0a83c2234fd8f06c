package io.faultline.runtime;

import java.security.CodeSource;
import java.security.ProtectionDomain;

/**
 * Where a class comes from whose loader changes class files before it defines them, with the file as it was.
 *
 * <p>A loader that defines a class with such a domain has it recorded as the class that everybody else knows: with the
 * hash, the methods and the lines of its file. A changed file has another hash, and would be another class.
 */
public final class OriginalDomain extends ProtectionDomain {
    private final byte[] classFile;

    /** {@code classFile} is kept, and not copied: until the class is gone it may be instrumented again. */
    public OriginalDomain(CodeSource source, byte[] classFile) {
        super(source, null);
        this.classFile = classFile;
    }

    /** The class file as it was, as far as that is known: else {@code defined}, what its loader defines. */
    public static byte[] of(ProtectionDomain domain, byte[] defined) {
        return domain instanceof OriginalDomain ? ((OriginalDomain) domain).classFile : defined;
    }
}
