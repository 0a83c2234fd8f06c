// release 8
// Enums, interfaces with bodies, nested, inner, local and anonymous classes, accessors, bridges.
import java.util.Comparator;

public class Types { // covered
    private int secret = 1; // covered
    private static int hidden;

    enum Shape { // covered
        CIRCLE(1) { // covered
            @Override
            double area(double size) {
                return 3 * size; // covered
            }
        },
        SQUARE(2) { // covered
            @Override
            double area(double size) {
                return size * size; // not covered
            }
        };

        final int sides;

        Shape(int sides) { // covered
            this.sides = sides; // covered
        } // covered

        abstract double area(double size);
    }

    interface Greeter {
        String name();

        default String greet() {
            return "hello " + name(); // covered
        }

        default String ignored() {
            return "never"; // not covered
        }

        static Greeter of(String name) {
            return () -> name; // covered
        }
    }

    interface Loud extends Greeter {
        @Override
        default String greet() {
            String quiet = Greeter.super.greet(); // covered
            return quiet.toUpperCase(); // covered
        }
    }

    class Inner { // covered
        int reveal() {
            secret++; // covered
            return secret; // covered
        }
    }

    static class Nested { // covered until 8, then no probe
        private final String value;

        private Nested(String value) { // covered
            this.value = value; // covered
        } // covered
    }

    static class ByLength implements Comparator<String> { // covered
        @Override
        public int compare(String a, String b) {
            return a.length() - b.length(); // covered
        }
    }

    abstract static class Shared<T> { // covered
        abstract T value();

        T twice() {
            value(); // covered
            return value(); // covered
        }
    }

    static class Concrete extends Shared<String> { // covered
        @Override
        String value() {
            return "concrete"; // covered
        }
    }

    public static void main(String[] args) {
        System.out.println(Shape.CIRCLE.area(2) + Shape.SQUARE.sides); // covered
        System.out.println(Greeter.of("you").greet()); // covered
        Loud loud = () -> "them"; // covered
        System.out.println(loud.greet()); // covered
        System.out.println(new Types().new Inner().reveal()); // covered
        System.out.println(new Nested("nested").value); // covered
        Comparator<String> raw = new ByLength(); // covered
        System.out.println(raw.compare("a", "bc")); // covered
        System.out.println(new Concrete().twice()); // covered
        class Local { // covered
            int answer() {
                return 42; // covered
            }
        }
        System.out.println(new Local().answer()); // covered
        Object anonymous = new Object() { // covered
            final int part = 5; // covered

            @Override
            public String toString() {
                return "anonymous " + part; // covered
            }

            @Override
            public int hashCode() {
                return 0; // not covered
            }
        };
        System.out.println(anonymous); // covered
    } // covered
}
