package turns;

import hot.Layers;
import hot.Leaf;
import hot.Loops;
import hot.Pair;
import hot.Range;
import hot.Tokens;
import hot.Words;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Calls of the hot methods, some microseconds of them each. Only what is called has probes, this class has none. Results
 * depend on each other or on memory, so that no call can be left out or moved together with the next.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Kernels {
    private static final int SIZE = 1_024;

    private final Leaf[] leaves = new Leaf[SIZE];
    private final int[] numbers = new int[SIZE];
    private final char[] text = new char[SIZE];
    private final Pair[] pairs = new Pair[SIZE];
    private final Range range = new Range(100, 60_000);

    public Kernels() {
        Random random = new Random(1);
        for (int i = 0; i < SIZE; i++) {
            leaves[i] = new Leaf(random.nextInt());
            numbers[i] = random.nextInt();
            text[i] = "([])+-*0189_akzAZ ".charAt(random.nextInt(18));
            pairs[i] = new Pair(i, -i);
        }
    }

    @Benchmark
    public int getter(Turn turn) {
        turn.calls++;
        int sum = 0;
        for (Leaf leaf : leaves) {
            sum = (sum ^ leaf.value()) * 31;
        }
        return sum;
    }

    @Benchmark
    public int arithmetic(Turn turn) {
        turn.calls++;
        int x = numbers[0];
        for (int i = 0; i < SIZE; i++) {
            x = Leaf.mixed(x);
        }
        return x;
    }

    @Benchmark
    public int fewLines(Turn turn) {
        turn.calls++;
        int x = numbers[1];
        for (int i = 0; i < SIZE; i++) {
            x = range.folded(x * 31 + i);
        }
        return x;
    }

    @Benchmark
    public int loopOfVectors(Turn turn) {
        turn.calls++;
        return Loops.sum(numbers);
    }

    @Benchmark
    public int loopOfOneLine(Turn turn) {
        turn.calls++;
        return Loops.hash(numbers);
    }

    @Benchmark
    public int loopOfLines(Turn turn) {
        turn.calls++;
        return Loops.weight(numbers);
    }

    @Benchmark
    public int branches(Turn turn) {
        turn.calls++;
        int sum = 0;
        for (char c : text) {
            sum = (sum ^ Tokens.kind(c)) * 31;
        }
        return sum;
    }

    @Benchmark
    public int strings(Turn turn) {
        turn.calls++;
        int sum = 0;
        for (int i = 0; i < SIZE / 16; i++) {
            sum += Words.described(i, "element").length();
        }
        return sum;
    }

    @Benchmark
    public int chain(Turn turn) {
        turn.calls++;
        int x = numbers[2];
        for (int i = 0; i < SIZE / 8; i++) {
            x = Layers.outermost(x);
        }
        return x;
    }

    /** Kept in an array, so that the objects must be made. */
    @Benchmark
    public Pair objects(Turn turn) {
        turn.calls++;
        for (int i = 0; i < SIZE; i++) {
            pairs[i] = pairs[i].turned();
        }
        return pairs[SIZE - 1];
    }

    /** What all of them compute, for comparison: the same with probes as without. */
    int[] results() {
        Turn turn = new Turn();
        objects(turn);
        return new int[] {
            getter(turn), arithmetic(turn), fewLines(turn), loopOfVectors(turn), loopOfOneLine(turn), loopOfLines(turn),
            branches(turn), strings(turn), chain(turn),
        };
    }

    /** Of {@link #results}. */
    int checksum() {
        return Arrays.hashCode(results());
    }
}
