// release 7
// try/finally and try-with-resources: the compiler copies the cleanup to every way out.
public class Cleanup { // not covered
    static class Resource implements AutoCloseable {
        final String name;
        final boolean failsOnClose;

        Resource(String name, boolean failsOnClose) { // covered
            this.name = name; // covered
            this.failsOnClose = failsOnClose; // covered
            System.out.println("open " + name); // covered
        } // covered

        @Override
        public void close() {
            System.out.println("close " + name); // covered
            if (failsOnClose) { // covered
                throw new IllegalStateException("close of " + name); // covered
            }
        } // covered
    }

    static int returns() {
        try {
            return Integer.parseInt("1"); // covered
        } finally {
            System.out.println("finally"); // covered
        } // not covered
    }

    static int throwsInTry() {
        try {
            Integer.parseInt("x"); // covered
            System.out.println("never"); // not covered
        } finally {
            System.out.println("finally of throwing"); // covered
        } // covered
        return 2; // not covered
    }

    static int finallyOverrules() {
        try {
            throw new IllegalStateException(); // covered
        } finally {
            return 3; // covered
        }
    }

    static void nested() {
        try {
            try {
                Integer.parseInt("y"); // covered
            } finally {
                System.out.println("inner"); // covered
                Integer.parseInt("z"); // covered
                System.out.println("never"); // not covered
            } // not covered
        } catch (NumberFormatException expected) { // covered
            System.out.println(expected.getMessage()); // covered
        } finally {
            System.out.println("outer"); // covered
        } // covered
    } // covered

    static void loopWithContinue() {
        for (int i = 0; i < 2; i++) { // covered
            try {
                if (i == 0) { // covered
                    continue; // covered
                }
                System.out.println("second"); // covered
            } finally {
                System.out.println("each"); // covered
            } // covered
        }
    } // covered

    static void withResource() {
        try (Resource one = new Resource("one", false); // covered
                Resource two = new Resource("two", false)) { // covered
            System.out.println(one.name + two.name); // covered
        } // covered
    } // covered

    static void withThrowingBody() {
        try (Resource one = new Resource("body", true)) { // covered
            Integer.parseInt(one.name); // covered
            System.out.println("never"); // not covered
        } catch (NumberFormatException expected) { // covered
            System.out.println(expected.getSuppressed().length); // covered
        } // not covered
    } // covered

    static void withThrowingClose() {
        try (Resource one = new Resource("late", true)) { // covered
            System.out.println(one.name); // covered
        } catch (IllegalStateException expected) { // covered
            System.out.println(expected.getMessage()); // covered
        } // not covered
    } // covered

    static void withNull() {
        try (Resource none = null) { // covered
            System.out.println("none"); // covered
        } // covered
    } // covered

    static int inMonitor(Object lock) {
        synchronized (lock) { // covered
            System.out.println("locked"); // covered
            if (lock != null) { // covered
                return lock.toString().length(); // covered
            }
            System.out.println("never"); // not covered
        } // not covered
        return 0; // not covered
    }

    static synchronized void monitorOfNull(Object lock) {
        System.out.println("before"); // covered
        synchronized (lock) { // covered
            System.out.println("never"); // not covered
        } // not covered
    } // not covered

    public static void main(String[] args) {
        System.out.println(returns()); // covered
        try {
            throwsInTry(); // covered
        } catch (NumberFormatException expected) { // covered
            System.out.println(expected.getMessage()); // covered
        } // not covered
        System.out.println(finallyOverrules()); // covered
        nested(); // covered
        loopWithContinue(); // covered
        withResource(); // covered
        withThrowingBody(); // covered
        withThrowingClose(); // covered
        withNull(); // covered
        System.out.println(inMonitor("lock")); // covered
        try {
            monitorOfNull(null); // covered
        } catch (NullPointerException expected) { // covered
            System.out.println(expected.getStackTrace()[0].getLineNumber()); // covered
        } // not covered
    } // covered
}
