// release 7
// Static and instance initialisers, constructors before super(), initialisers that throw.
public class Initialisers {
    static final int CONSTANT = 1;
    static int computed = Integer.parseInt("2"); // covered

    static {
        System.out.println("static block"); // covered
    }

    static int last = // covered
            computed
                    + 1;

    int field = 3; // covered
    int other = // covered
            twice(field); // covered

    {
        System.out.println("instance block " + other); // covered
    }

    Initialisers() {
        this("by default"); // covered
        System.out.println("delegated"); // covered
    } // covered

    Initialisers(String name) { // covered
        System.out.println(name); // covered
    } // covered

    Initialisers(int ignored) { // not covered
        System.out.println(ignored); // not covered
    } // not covered

    static int twice(int number) {
        return 2 * number; // covered
    }

    static class Base {
        Base(String text) { // covered
            System.out.println("base of " + text); // covered
        } // covered
    }

    static class Derived extends Base {
        Derived(boolean flag, int number) {
            super( // covered
                    flag // covered
                            ? "yes " + number // covered
                            : new StringBuilder("no ")
                                    .append(number) // covered
                                    .toString()); // covered
        } // covered
    }

    static class ThrowsBeforeSuper extends Base {
        ThrowsBeforeSuper(Object text) {
            super( // covered
                    text.toString()); // covered
            System.out.println("never"); // not covered
        } // not covered
    }

    static class Unlucky { // not covered
        static int early = 1; // covered
        static int late = Integer.parseInt("not a number"); // covered
        static int never = 2; // not covered

        static void touch() {
            System.out.println("never"); // not covered
        } // not covered
    }

    static class UnluckyWithHandler { // not covered
        static {
            try {
                Integer.parseInt("x"); // covered
                System.out.println("never"); // not covered
            } catch (NumberFormatException expected) { // covered
                System.out.println("handled"); // covered
            } // not covered
            for (int i = 0; i < 3; i++) { // covered
                if (i == 2) { // covered
                    throw new IllegalStateException("from the initialiser"); // covered
                }
            }
        } // not covered

        static void touch() {
        } // not covered
    }

    interface Constants {
        Object MADE = new Object(); // covered
        String TEXT = "inlined";
    }

    static class BranchesInInitialiser { // not covered
        static final int VALUE;

        static {
            if (Initialisers.computed > 1) { // covered
                VALUE = 10; // covered
            } else {
                VALUE = 20; // not covered
            }
        } // covered
    }

    public static void main(String[] args) {
        new Initialisers(); // covered
        new Derived(true, 1); // covered
        new Derived(false, 2); // covered
        try {
            new ThrowsBeforeSuper(null); // covered
        } catch (NullPointerException expected) { // covered
            System.out.println(expected.getStackTrace()[0]); // covered
        } // not covered
        try {
            Unlucky.touch(); // covered
        } catch (ExceptionInInitializerError expected) { // covered
            expected.printStackTrace(System.out); // covered
        } // not covered
        try {
            UnluckyWithHandler.touch(); // covered
        } catch (ExceptionInInitializerError expected) { // covered
            expected.printStackTrace(System.out); // covered
        } // not covered
        System.out.println(Constants.MADE != null); // covered
        System.out.println(BranchesInInitialiser.VALUE); // covered
    } // covered
}
