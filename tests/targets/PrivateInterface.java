// release 11
// Private methods of interfaces and nest mates.
public class PrivateInterface { // not covered
    interface Service {
        private String prefix() {
            return "p-"; // covered
        }

        private static String suffix() {
            return "-s"; // covered
        }

        default String serve() {
            return prefix() // covered
                    + "body"
                    + suffix(); // covered
        }
    }

    static class Holder { // covered
        private int value = 4; // covered

        private int bump() {
            return ++value; // covered
        }
    }

    public static void main(String[] args) {
        System.out.println(new Service() {}.serve()); // covered
        Holder holder = new Holder(); // covered
        System.out.println(holder.bump() + holder.value); // covered
    } // covered
}
