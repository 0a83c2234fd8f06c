// release 7
// Switches over numbers, strings (two switches in bytecode) and enums (a synthetic map).
public class Switches { // not covered
    enum Colour { // covered
        RED, // covered
        GREEN, // covered
        BLUE // covered
    }

    static int onNumber(int number) {
        switch (number) { // covered
            case 1:
                return 10; // not covered
            case 2:
                return 20; // covered
            default:
                return 0; // covered
        }
    }

    static int sparse(int number) {
        int result = 0; // covered
        switch (number) { // covered
            case -100000:
                result += 1; // covered
            case 5:
                result += 2; // covered
                break; // covered
            case 100000:
                result += 4; // not covered
        }
        return result; // covered
    }

    static int onString(String text) {
        switch (text) { // covered
            case "Aa":
                return 1; // not covered
            case "BB":
                return 2; // covered
            case "other":
                return 3; // not covered
            default:
                return 4; // covered
        }
    }

    static int onEnum(Colour colour) {
        switch (colour) { // covered
            case RED:
                return 1; // not covered
            case GREEN:
                return 2; // covered
            default:
                return 3; // not covered
        }
    }

    static int onNull(String text) {
        switch (text) { // covered
            case "a":
                return 1; // not covered
            default:
                return 2; // not covered
        }
    }

    public static void main(String[] args) {
        System.out.println(onNumber(2) + onNumber(7)); // covered
        System.out.println(sparse(-100000) + sparse(5)); // covered
        System.out.println(onString("BB") + onString("unknown")); // covered
        System.out.println(onEnum(Colour.GREEN)); // covered
        try {
            onNull(null); // covered
        } catch (NullPointerException expected) { // covered
            System.out.println(expected.getStackTrace()[0].getLineNumber()); // covered
        } // not covered
        System.out.println(Colour.valueOf("BLUE")); // covered
    } // covered
}
