# Writes a method of nearly 64 KB: 9,300 lines of 7 bytes.
set -e
{
    cat <<'HEAD'
package org.example;

/** A method of nearly 64 KB, and one after it. */
public final class Huge {
    private Huge() {
    }

    static int mix(int a, int b) {
        if (b < 0) { // covered by: mixes, refuses
            throw new IllegalArgumentException(); // covered by: refuses
        }
HEAD
    yes '        a = a * 31 + b; // covered by: mixes' | head -n 9300
    cat <<'TAIL'
        return a; // covered by: mixes
    }

    static int small() {
        return 1; // covered by: small
    }
}
TAIL
} > src/main/java/org/example/Huge.java
