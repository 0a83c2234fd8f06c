// release 21
// Pattern switches and record patterns.
public class PatternSwitch { // not covered
    sealed interface Shape permits Circle, Box {}

    record Circle(int radius) implements Shape {} // covered

    record Box(int width, int height) implements Shape {} // covered

    static int size(Shape shape) {
        return switch (shape) { // covered
            case Circle circle -> // covered
                circle.radius(); // covered
            case Box(int width, int height) when width > 100 -> // covered
                width; // not covered
            case Box(int width, int height) -> // covered
                width * height; // covered
        };
    }

    static String kind(Object object) {
        return switch (object) { // covered
            case null -> "null"; // covered
            case String text when text.isEmpty() -> "empty"; // covered
            case String text -> text; // covered
            case Integer number -> "number"; // not covered
            default -> "other"; // covered
        };
    }

    public static void main(String[] args) {
        System.out.println(size(new Circle(2)) + size(new Box(2, 3))); // covered
        System.out.println(kind(null) + kind("text") + kind(2.0)); // covered
    } // covered
}
