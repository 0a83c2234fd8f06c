package io.faultline.amplify.run;

import java.io.File;
import java.io.IOException;
import java.security.Permission;

/**
 * Prevents tests from ending the JVM, and variants from writing to unexpected files, as a changed string may be another
 * path. Up to Java 23 a security manager makes both throw (18 to 23 must be started with a flag that allows one). Later
 * versions have none: there a shutdown hook records the exit, and the parent process starts another JVM.
 */
final class Exits {
    private Exits() {}

    /** Makes {@code System.exit} throw from now on, if this Java version allows it. */
    static void forbid(Session session, File own) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(session::cutOff, "faultline end"));
        try {
            System.setSecurityManager(new Guard(session, own.getCanonicalPath() + File.separator));
        } catch (UnsupportedOperationException | SecurityException later) {
            // Java 24 and later, or 18 and later without the flag: only the shutdown hook reports exits.
        }
    }

    /** A security manager that allows everything else. */
    private static final class Guard extends SecurityManager {
        private final Session session;

        /** The folder in which writing is allowed. */
        private final String own;

        Guard(Session session, String own) {
            this.session = session;
            this.own = own;
        }

        @Override
        public void checkWrite(String file) {
            if (session.isVariantRunning() && !isOwn(file)) {
                throw new SecurityException("a variant is not to write to " + file);
            }
        }

        @Override
        public void checkDelete(String file) {
            checkWrite(file);
        }

        @Override
        public void checkExec(String command) {
            if (session.isVariantRunning()) {
                throw new SecurityException("a variant is not to start " + command);
            }
        }

        private boolean isOwn(String file) {
            try {
                return new File(file).getCanonicalPath().startsWith(own);
            } catch (IOException unknown) {
                return false;
            }
        }

        @Override
        public void checkExit(int status) {
            if (session.isRunning()) {
                throw new Exited(status);
            }
        }

        @Override
        public void checkPermission(Permission permission) {}

        @Override
        public void checkPermission(Permission permission, Object context) {}
    }
}
