// release 8
// Lambdas and method references: the body's lines belong to the body.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

public class Lambdas { // not covered
    static int count;

    static String shout(String text) {
        return text.toUpperCase(); // covered
    }

    static String never(String text) {
        return text; // not covered
    }

    public static void main(String[] args) {
        Runnable ran = () -> count++; // covered
        ran.run(); // covered
        Runnable unused = () -> { // covered
            count = 100; // not covered
        }; // not covered
        Function<String, String> reference = Lambdas::shout; // covered
        Function<String, String> unusedReference = Lambdas::never; // covered
        System.out.println(reference.apply("text")); // covered
        Supplier<Supplier<String>> nested = () -> { // covered
            String outer = "outer"; // covered
            return () -> { // covered
                String inner = outer + " inner"; // covered
                return inner; // covered
            };
        };
        System.out.println(nested.get().get()); // covered
        List<Integer> numbers = new ArrayList<>(Arrays.asList(3, 1, 2)); // covered
        numbers.sort((a, b) -> { // covered
            return Integer.compare(a, b); // covered
        });
        System.out.println(numbers); // covered
        Runnable throwing = () -> { // covered
            count++; // covered
            Object nothing = null; // covered
            nothing.toString(); // covered
            count = 200; // not covered
        }; // not covered
        try {
            throwing.run(); // covered
        } catch (NullPointerException expected) { // covered
            System.out.println(expected.getStackTrace()[0].getLineNumber()); // covered
        } // not covered
        Supplier<Lambdas> maker = Lambdas::new; // covered
        System.out.println(count + " " + (unused != null) + (unusedReference != null) + (maker != null)); // covered
    } // covered
}
