package io.faultline.amplify.run;

import java.io.File;
import java.io.IOException;
import java.security.Permission;

/**
 * Keeps tests from ending the JVM, and variants from writing where nobody expects it: another string may be another path. Up to
 * Java 23 a security manager makes errors of both (18 to 23 have to be told to allow one); later ones have none, so there an end
 * is told and whoever started the JVM starts another.
 */
final class Exits {
    private Exits() {}

    /** From here on, {@code System.exit} throws where Java lets us. */
    static void forbid(Session session, File own) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(session::cutOff, "faultline end"));
        try {
            System.setSecurityManager(new Guard(session, own.getCanonicalPath() + File.separator));
        } catch (UnsupportedOperationException | SecurityException later) {
            // Java 24 and later, or 18 and later where nobody allowed it: the hook tells it.
        }
    }

    /** Allows all else. */
    private static final class Guard extends SecurityManager {
        private final Session session;

        /** What lies in it may be written. */
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
