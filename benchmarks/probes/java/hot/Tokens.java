package hot;

/** Branches: a switch, and conditions one after the other. */
public final class Tokens {
    private Tokens() {
    }

    public static int kind(char c) {
        switch (c) {
            case '(':
            case '[':
                return 1;
            case ')':
            case ']':
                return 2;
            case '+':
                return 3;
            case '-':
                return 4;
            case '*':
                return 5;
            default:
                return other(c);
        }
    }

    private static int other(char c) {
        if (c >= '0' && c <= '9') {
            return 6;
        }
        if (c == '_') {
            return 7;
        }
        if (c >= 'a' && c <= 'z') {
            return 8;
        }
        return 0;
    }
}
