package io.faultline.amplify.run;

import java.security.Permission;

/**
 * Keeps tests from ending the JVM. Up to Java 17 a security manager makes an error of it; later ones have none, so there the end
 * is told and whoever started the JVM starts another.
 */
final class Exits {
    private Exits() {}

    /** From here on, {@code System.exit} throws where Java lets us. */
    static void forbid(Session session) {
        Runtime.getRuntime().addShutdownHook(new Thread(session::cutOff, "faultline end"));
        try {
            System.setSecurityManager(new Guard(session));
        } catch (UnsupportedOperationException | SecurityException later) {
            // Java 18 and later: the hook tells it.
        }
    }

    /** Allows all but that end. */
    private static final class Guard extends SecurityManager {
        private final Session session;

        Guard(Session session) {
            this.session = session;
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
