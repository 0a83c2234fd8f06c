package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.security.Permission;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/** Makes the sandbox grant permissions that JDK internals request since Java 9; EvoSuite denies unknown names. */
public final class ModulePermissions extends Seam {
    private static final Set<String> HARMLESS = Collections.unmodifiableSet(new HashSet<>(Arrays.asList(
            "accessSystemModules",
            "getStackWalkerWithClassReference",
            "localeServiceProvider",
            "loggerFinder",
            "sun.management.spi.PlatformMBeanProvider.subclass")));

    public ModulePermissions() {
        super(
                "runtime.sandbox.MSecurityManager.checkRuntimePermission",
                "grants `accessSystemModules`, `localeServiceProvider` and others that are new since 9",
                "no class of the target loads (\"Class not found: java/lang/ArithmeticException\"); dates and locales fail");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/runtime/sandbox/MSecurityManager");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(
                classFile,
                "checkRuntimePermission",
                "(Ljava/lang/RuntimePermission;)Z",
                Weaving.leaveIf(
                        m -> {
                            m.visitVarInsn(Opcodes.ALOAD, 1);
                            Weaving.call(m, ModulePermissions.class, "isHarmless", "(Ljava/security/Permission;)Z");
                        },
                        m -> {
                            m.visitInsn(Opcodes.ICONST_1);
                            m.visitInsn(Opcodes.IRETURN);
                        }));
    }

    /** Whether the JDK requests this on behalf of ordinary code. */
    public static boolean isHarmless(Permission permission) {
        return HARMLESS.contains(permission.getName());
    }
}
