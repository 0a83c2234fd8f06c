package org.example;

/** Which lines a number runs follows from its bits; each block is a class that is loaded late. */
public final class Steps {
    private Steps() {
    }

    public static int run(int n) {
        int sum = 0; // always
        if ((n & 1) != 0) { // always
            sum += 1; // bit 0
        }
        if ((n & 2) != 0) { // always
            sum += 2; // bit 1
        }
        if ((n & 4) != 0) { // always
            sum += 4; // bit 2
        }
        if ((n & 8) != 0) { // always
            sum += 8; // bit 3
        }
        if ((n & 16) != 0) { // always
            sum += 16; // bit 4
        }
        if ((n & 32) != 0) { // always
            sum += 32; // bit 5
        }
        switch (n >> 6) { // always
            case 0:
                return sum + Block0.base(); // block 0
            case 1:
                return sum + Block1.base(); // block 1
            case 2:
                return sum + Block2.base(); // block 2
            case 3:
                return sum + Block3.base(); // block 3
            case 4:
                return sum + Block4.base(); // block 4
            default:
                return sum + Block5.base(); // block 5
        }
    }

    static final class Block0 {
        static int base() {
            return 0; // block 0
        }
    }

    static final class Block1 {
        static int base() {
            return 64; // block 1
        }
    }

    static final class Block2 {
        static int base() {
            return 128; // block 2
        }
    }

    static final class Block3 {
        static int base() {
            return 192; // block 3
        }
    }

    static final class Block4 {
        static int base() {
            return 256; // block 4
        }
    }

    static final class Block5 {
        static int base() {
            return 320; // block 5
        }
    }
}
