package org.example;

/** Sixteen things to call, of two lines each: a test is told by those that it called. */
final class Parts {
    static final int COUNT = 16;

    private Parts() {}

    static int call(int part, int n) {
        switch (part) {
            case 0: return part0(n);
            case 1: return part1(n);
            case 2: return part2(n);
            case 3: return part3(n);
            case 4: return part4(n);
            case 5: return part5(n);
            case 6: return part6(n);
            case 7: return part7(n);
            case 8: return part8(n);
            case 9: return part9(n);
            case 10: return part10(n);
            case 11: return part11(n);
            case 12: return part12(n);
            case 13: return part13(n);
            case 14: return part14(n);
            case 15: return part15(n);
            default: throw new IllegalArgumentException("no part " + part);
        }
    }

    static int part0(int n) {
        int more = n + 1;
        return more * 3;
    }

    static int part1(int n) {
        int more = n + 2;
        return more * 5;
    }

    static int part2(int n) {
        int more = n + 3;
        return more * 7;
    }

    static int part3(int n) {
        int more = n + 4;
        return more * 9;
    }

    static int part4(int n) {
        int more = n + 5;
        return more * 11;
    }

    static int part5(int n) {
        int more = n + 6;
        return more * 13;
    }

    static int part6(int n) {
        int more = n + 7;
        return more * 15;
    }

    static int part7(int n) {
        int more = n + 8;
        return more * 17;
    }

    static int part8(int n) {
        int more = n + 9;
        return more * 19;
    }

    static int part9(int n) {
        int more = n + 10;
        return more * 21;
    }

    static int part10(int n) {
        int more = n + 11;
        return more * 23;
    }

    static int part11(int n) {
        int more = n + 12;
        return more * 25;
    }

    static int part12(int n) {
        int more = n + 13;
        return more * 27;
    }

    static int part13(int n) {
        int more = n + 14;
        return more * 29;
    }

    static int part14(int n) {
        int more = n + 15;
        return more * 31;
    }

    static int part15(int n) {
        int more = n + 16;
        return more * 33;
    }
}
