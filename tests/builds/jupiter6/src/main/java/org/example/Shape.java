package org.example;

/** Java 17: sealed types, records, pattern matching, a switch expression. */
public sealed interface Shape permits Shape.Circle, Shape.Box {
    record Circle(int radius) implements Shape {
        public Circle { // covered by: circle, sides0, refuses
            if (radius < 0) { // covered by: circle, sides0, refuses
                throw new IllegalArgumentException("radius " + radius); // covered by: refuses
            }
        } // covered by: circle, sides0
    }

    record Box(int width, int height) implements Shape {
    }

    static int width(Shape shape) {
        if (shape instanceof Circle circle) { // covered by: circle, box
            return 2 * circle.radius(); // covered by: circle
        }
        return ((Box) shape).width(); // covered by: box
    }

    static int sides(Shape shape) {
        return switch (shape.getClass().getSimpleName()) { // covered by: sides0, sides4
            case "Circle" -> 0; // covered by: sides0
            case "Box" -> 4; // covered by: sides4
            default -> throw new AssertionError(shape);
        };
    }

    default boolean isFlat() {
        return this instanceof Box box && box.height() == 0; // covered by: box
    }
}
