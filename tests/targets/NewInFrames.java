// release 7
// Lines that begin with `new` inside an expression with branches: a frame then names the place of
// the `new`, and the probe must not come between that place and the instruction.
public class NewInFrames { // not covered
    static class Box {
        final String text;

        Box(Object first, Object second) { // covered
            text = "[" + first + " " + second + "]"; // covered
        } // covered

        @Override
        public String toString() {
            return text; // covered
        }
    }

    static Object branchInArgument(boolean flag) {
        return // covered
            new Box(
                flag ? "yes" : "no", // covered
                2); // covered
    }

    static Object nested(boolean flag, Object other) {
        Object result = // covered
            new Box(
                flag // covered
                    ? new Box("a", // covered
                        other == null ? "none" : other) // covered
                    : new Box( // not covered
                        "b", "c"),
                other != null // covered
                    ? other // not covered
                    : new Box(1, 2)); // covered
        return result; // covered
    }

    static Object inLoop(int count) {
        Object last = null; // covered
        for (int i = 0; i < count; i++) { // covered
            last = // covered
                new Box(
                    i % 2 == 0 ? "even" : "odd", // covered
                    last == null // covered
                        ? new StringBuilder()
                            .append(i > 0 ? 1 : 2) // covered
                        : "again"); // covered
        }
        return last; // covered
    }

    static Object first(boolean flag) {
        throw // covered
            new IllegalStateException(
                flag ? "first" : "second"); // covered
    }

    static class Derived extends Box {
        Derived(boolean flag) {
            super( // covered
                new Box(
                    flag ? 1 : 2, // covered
                    3), // covered
                flag // covered
                    ? new Box(4, flag ? 5 : 6) // covered
                    : null); // not covered
        } // covered
    }

    public static void main(String[] args) {
        System.out.println(branchInArgument(true)); // covered
        System.out.println(nested(true, null)); // covered
        System.out.println(inLoop(3)); // covered
        System.out.println(new Derived(true)); // covered
        try {
            first(true); // covered
        } catch (IllegalStateException expected) { // covered
            expected.printStackTrace(System.out); // covered
        } // not covered
    } // covered
}
