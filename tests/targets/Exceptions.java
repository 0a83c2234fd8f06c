// release 7
// The line that throws is covered, and so are the lines before it; what comes after is not.
import java.io.PrintWriter;
import java.io.StringWriter;

public class Exceptions { // not covered

    static class Failure extends RuntimeException {
        Failure(String message) {
            super(message); // covered
        } // covered
    }

    static void nothing() {
    } // covered

    static int fail() {
        throw new Failure("thrown on purpose"); // covered
    }

    static void failAfter() {
        nothing(); // covered
        throw new Failure("after"); // covered
    }

    static void implicitNullPointer(String text) {
        nothing(); // covered
        text.length(); // covered
        nothing(); // not covered
    } // not covered

    static int plainLinesBeforeImplicit(int[] numbers) {
        int a = 1; // covered
        int b = a + 1; // covered
        int c = numbers[b]; // covered
        int d = c + 1; // not covered
        return d; // not covered
    }

    static int division(int by) {
        int a = 7; // covered
        int b = a / by; // covered
        return b; // not covered
    }

    static void throwingCall() {
        nothing(); // covered
        fail(); // covered
        nothing(); // not covered
    } // not covered

    static void nestedCall() {
        nothing(); // covered
        throwingInner(); // covered
        nothing(); // not covered
    } // not covered

    static void throwingInner() {
        nothing(); // covered
        failAfter(); // covered
        nothing(); // not covered
    } // not covered

    static void inCondition() {
        if (fail() > 0) { // covered
            nothing(); // not covered
        } else {
            nothing(); // not covered
        }
        nothing(); // not covered
    } // not covered

    static void inSecondLineOfCondition(boolean first) {
        if (first // covered
                && fail() > 0 // covered
                && fail() < 0) { // not covered
            nothing(); // not covered
        }
        nothing(); // not covered
    } // not covered

    static void inLoop() {
        for (int i = 0; i < 3; i++) { // covered
            nothing(); // covered
            if (i == 1) { // covered
                fail(); // covered
                nothing(); // not covered
            }
            nothing(); // covered
        }
        nothing(); // not covered
    } // not covered

    static void inArgument() {
        String.valueOf( // not covered
                fail()); // covered
        nothing(); // not covered
    } // not covered

    static void inSecondArgument() {
        Math.max( // covered
                1, fail()); // covered
    } // not covered

    static void castFails(Object object) {
        nothing(); // covered
        String text = (String) object; // covered
        text.length(); // not covered
    } // not covered

    static void storeFails(Object[] objects) {
        nothing(); // covered
        objects[0] = 1; // covered
        nothing(); // not covered
    } // not covered

    static void negativeSize(int size) {
        nothing(); // covered
        byte[] bytes = new byte[size]; // covered
        bytes.clone(); // not covered
    } // not covered

    static void caught() {
        try {
            nothing(); // covered
            fail(); // covered
            nothing(); // not covered
        } catch (Failure expected) { // covered
            nothing(); // covered
        } // not covered
        nothing(); // covered
    } // covered

    static void caughtByOther() {
        try {
            nothing(); // covered
            fail(); // covered
            nothing(); // not covered
        } catch (IllegalStateException other) { // not covered
            nothing(); // not covered
        } finally {
            nothing(); // covered
        } // covered
        nothing(); // not covered
    } // not covered

    static void caughtAtOnce() {
        try {
            fail(); // covered
        } catch (RuntimeException expected) { // covered
        } // not covered
    } // covered

    static void rethrown() {
        try {
            fail(); // covered
        } catch (Failure failure) { // covered
            throw new IllegalStateException(failure); // covered
        } // not covered
        nothing(); // not covered
    } // not covered

    static int depth(int level) {
        return 1 + depth(level + 1); // covered
    }

    static void overflow() {
        try {
            depth(0); // covered
            nothing(); // not covered
        } catch (StackOverflowError expected) { // covered
            nothing(); // covered
        } // not covered
    } // covered

    static void report(String name, Runnable body) {
        try {
            body.run(); // covered
            System.out.println(name + " returned"); // covered
        } catch (RuntimeException thrown) { // covered
            StringWriter text = new StringWriter(); // covered
            PrintWriter writer = new PrintWriter(text); // covered
            thrown.printStackTrace(writer); // covered
            writer.flush(); // covered
            System.out.println(name + ": " + text); // covered
        } // covered
    } // covered

    public static void main(String[] args) {
        for (int which = 0; which < 18; which++) { // covered
            final int number = which; // covered
            report("case " + which, new Runnable() { // covered
                @Override
                public void run() {
                    select(number); // covered
                } // covered
            });
        }
    } // covered

    static void select(int number) {
        switch (number) { // covered
            case 0: implicitNullPointer(null); break; // covered
            case 1: plainLinesBeforeImplicit(new int[1]); break; // covered
            case 2: division(0); break; // covered
            case 3: throwingCall(); break; // covered
            case 4: nestedCall(); break; // covered
            case 5: inCondition(); break; // covered
            case 6: inSecondLineOfCondition(true); break; // covered
            case 7: inLoop(); break; // covered
            case 8: inArgument(); break; // covered
            case 9: inSecondArgument(); break; // covered
            case 10: castFails(1); break; // covered
            case 11: storeFails(new String[1]); break; // covered
            case 12: negativeSize(-1); break; // covered
            case 13: caught(); break; // covered
            case 14: caughtByOther(); break; // covered
            case 15: caughtAtOnce(); break; // covered
            case 16: rethrown(); break; // covered
            default: overflow(); break; // covered
        }
    } // covered
}
