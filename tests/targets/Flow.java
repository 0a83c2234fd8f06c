// release 7
// Loops, conditions over several lines, asserts, long and double parameters, many locals.
public class Flow { // not covered
    static int forever(int limit) {
        while (true) {
            if (limit-- == 0) { // covered
                break; // covered
            }
        }
        return limit; // covered
    }

    static int loops(int[] numbers) {
        int sum = 0; // covered
        for (int number : numbers) { // covered
            if (number < 0) { // covered
                continue; // covered
            }
            sum += number; // covered
        }
        int index = 0; // covered
        do {
            sum++; // covered
        } while (index++ < 3); // covered
        while (index > 100) { // covered
            index--; // not covered
        }
        outer:
        for (int i = 0; i < 3; i++) { // covered
            for (int j = 0; j < 3; j++) { // covered
                if (j == 2) { // covered
                    continue outer; // covered
                }
                if (i == 2) { // covered
                    break outer; // covered
                }
                sum++; // covered
            }
        }
        return sum; // covered
    }

    static String ternary(int number) {
        String result =
                number > 10 // covered
                        ? String.valueOf(number) // not covered
                        : number > 5 // covered
                                ? "medium" // covered
                                : "small"; // not covered
        return result // covered
                .concat("!") // covered
                .trim(); // covered
    }

    static boolean conditions(boolean a, boolean b, boolean c) {
        return a // covered
                && b
                && c;
    }

    /** Where a variable ends with its branch, the line of `else if` begins with the jump that ends the branch. */
    static int branchesThatEndVariables(int number) {
        while (true) {
            if (number > 10) { // covered
                int half = number / 2; // not covered
                if (half > 10) { // not covered
                    number = half; // not covered
                } else {
                    number -= 3; // not covered
                }
            } else if (number > 5) { // covered
                number -= 4; // covered
            } else {
                return number; // covered
            }
        }
    }

    static void asserts(int number) {
        assert number > 0 : "positive: " + number; // covered
        System.out.println("asserted"); // covered
    } // covered

    static double parameters(long a, double b, int c, long d, float e, double f) {
        long sum = a + d; // covered
        double other = b + f; // covered
        for (int i = 0; i < c; i++) { // covered
            sum += i; // covered
            other -= e; // covered
        }
        return sum + other; // covered
    }

    int fieldOfOuter;

    long instance(long a, int b) {
        long c = a; // not covered
        int d = b; // not covered
        return c + d + fieldOfOuter; // not covered
    }

    static int arrays() {
        int[][] table = { // covered
            {1, 2},
            {3, 4}
        };
        int[][][] deep = new int[2][3][]; // covered
        table[1][0] += 2; // covered
        return table[1][0] + deep.length; // covered
    }

    public static void main(String[] args) {
        System.out.println(forever(3)); // covered
        System.out.println(loops(new int[] {1, -2, 3})); // covered
        System.out.println(ternary(7)); // covered
        System.out.println(conditions(true, false, true)); // covered
        System.out.println(branchesThatEndVariables(7)); // covered
        asserts(1); // covered
        System.out.println(parameters(1L, 2.0, 3, 4L, 5f, 6.0)); // covered
        System.out.println(arrays()); // covered
    } // covered
}
