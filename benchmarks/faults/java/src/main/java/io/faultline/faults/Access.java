package io.faultline.faults;

import org.objectweb.asm.Opcodes;

/** Access flags of members that stand for two releases' at once. */
final class Access {
    private static final int VISIBILITY = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE;

    private Access() {}

    /** {@code access} with the visibility of {@code other} where that is wider, and final only where both are. */
    static int widened(int access, int other) {
        int visibility = rank(other) > rank(access) ? other & VISIBILITY : access & VISIBILITY;
        int rest = access & ~VISIBILITY;
        if ((other & Opcodes.ACC_FINAL) == 0) {
            rest &= ~Opcodes.ACC_FINAL;
        }
        return rest | visibility;
    }

    private static int rank(int access) {
        if ((access & Opcodes.ACC_PUBLIC) != 0) {
            return 3;
        }
        if ((access & Opcodes.ACC_PROTECTED) != 0) {
            return 2;
        }
        return (access & Opcodes.ACC_PRIVATE) != 0 ? 0 : 1;
    }
}
